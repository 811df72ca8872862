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

  /// Whose frames a shift changes.
  enum Reach: Sendable {
    case everybody
    /// By its number; of 0, who is nobody, nothing is known.
    case actor(Int)
  }

  /// Takes a shift over into the frames that it reaches.
  mutating func shift(_ shift: Int, _ reach: Reach, _ list: [FoundShift]) {
    switch reach {
    case .everybody: shiftAll(shift, list)
    case .actor(let actor): self.shift(shift, of: actor, list)
    }
  }

  private mutating func shiftAll(_ shift: Int, _ list: [FoundShift]) {
    space.append(shift, list)
    for actor in actors.keys { actors[actor]?.append(shift, list) }
  }

  /// A shift of one actor's frame.
  ///
  /// Somebody who puts back what another one's shift moved has not shifted: the frame of the writer
  /// is what it was.
  private mutating func shift(_ shift: Int, of actor: Int, _ list: [FoundShift]) {
    guard actor != 0 else { return }
    var frame = frame(of: actor)
    if list[shift].inverseOf != nil {
      guard let last = frame.shifts.last, list[shift].undoes(list[Int(last)]) else { return }
    }
    frame.append(shift, list)
    actors[actor] = frame
  }

  /// Brings one actor's frame into another; one that does not hold what is left stays as it is.
  mutating func cross(_ transition: FrameTransition, actor: Int) {
    let frame = frame(of: actor)
    guard actor != 0, transition.gone.allSatisfy(frame.shifts.contains) else { return }
    actors[actor] = transition.applied(to: frame)
  }

  /// Brings each frame on as a step did, whatever happened to it besides.
  mutating func take(_ step: WriterStep) {
    let known = Set(actors.keys).union(step.before.actors.keys).union(step.after.actors.keys)
    for actor in known {
      let change = FrameTransition(
        from: step.before.frame(of: actor), to: step.after.frame(of: actor))
      actors[actor] = change.applied(to: frame(of: actor))
    }
    space = FrameTransition(from: step.before.space, to: step.after.space).applied(to: space)
  }

  /// Brings all frames into others.
  mutating func replace(_ change: (FramePath) -> FramePath) {
    space = change(space)
    actors = actors.mapValues(change)
  }
}

extension WriterFrames {
  /// The frame that some shifts lead into: where a part shifted, that of the actor whose it was.
  ///
  /// - Parameter path: that of nobody's, which counts where nobody is in any of them.
  func frameOfNow(_ taken: Set<Int>, orElse path: FramePath) -> FramePath {
    var frames = [space]
    for actor in actors.keys.sorted() { frames.append(frame(of: actor)) }
    var (best, most) = (path, 0)
    for frame in frames {
      let count = frame.shifts.count { taken.contains(Int($0)) }
      if count > most { (best, most) = (frame, count) }
    }
    return best
  }
}
