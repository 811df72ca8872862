/// The frames that writers are in: that of the space, and where a part shifted, that of its actor.
struct WriterFrames: Sendable, Equatable {
  private(set) var space = FramePath()
  /// By the number of the actor; those that are not here are in the frame of the space.
  private var actors: [Int: FramePath] = [:]
}

extension WriterFrames {
  /// The frame of an actor; that of the space for nobody.
  func frame(of actor: Int) -> FramePath {
    actor == 0 ? space : actors[actor] ?? space
  }

  /// Whether a shift leads into the frame of somebody.
  func holds(_ shift: Int32) -> Bool {
    space.shifts.contains(shift) || actors.values.contains { $0.shifts.contains(shift) }
  }

  /// A shift of everybody's frame.
  mutating func shiftAll(_ shift: Int, _ list: [FoundShift]) {
    space.append(shift, list)
    for actor in actors.keys { actors[actor]?.append(shift, list) }
  }

  /// A shift of one actor's frame.
  ///
  /// Somebody who puts back what another one's shift moved has not shifted: the frame of the writer
  /// is what it was.
  mutating func shift(_ shift: Int, of actor: Int, _ list: [FoundShift]) {
    guard actor != 0 else { return }
    var frame = frame(of: actor)
    if list[shift].inverseOf != nil {
      guard let last = frame.shifts.last, list[shift].undoes(list[Int(last)]) else { return }
    }
    frame.append(shift, list)
    actors[actor] = frame
  }

  /// Brings all frames into others.
  mutating func replace(_ change: (FramePath) -> FramePath) {
    space = change(space)
    actors = actors.mapValues(change)
  }
}

extension WriterFrames {
  /// The frame that some shifts lead into: where a part shifted, that of the actor whose it was.
  func frameOfNow(_ taken: Set<Int>, _ list: [FoundShift]) -> FramePath {
    var frames = [space]
    for actor in actors.keys.sorted() { frames.append(frame(of: actor)) }
    var best = FramePath(shifts: taken.sorted().map { Int32(truncatingIfNeeded: $0) })
    var most = 0
    for frame in frames {
      let count = frame.shifts.count { taken.contains(Int($0)) }
      if count > most { (best, most) = (frame, count) }
    }
    return best
  }
}
