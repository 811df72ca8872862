/// The frames that writers are in: that of the space or, after a part shifted, that of its actor.
struct WriterFrames: Sendable, Equatable {
  private(set) var space = FramePath()
  /// By the number of the actor; those that are not here are in the frame of the space.
  private var actors: [Int: FramePath] = [:]
}

extension WriterFrames {
  /// Returns the frame of an actor; that of the space for nobody.
  func frame(of actor: Int) -> FramePath {
    actor == 0 ? space : actors[actor] ?? space
  }

  /// Whether a shift leads into the frame of any writer.
  func holds(_ shift: Int32) -> Bool {
    space.shifts.contains(shift) || actors.values.contains { $0.shifts.contains(shift) }
  }

  /// Whose frames a shift changes.
  enum Reach: Sendable {
    case everybody
    /// An actor by its number; nothing is known of 0, which is nobody.
    case actor(Int)
  }

  /// Adds a shift to the frames that it reaches.
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

  /// Adds a shift of one actor's frame.
  ///
  /// An actor that puts back what another one's shift moved has not shifted: the frame of the writer stays
  /// what it was.
  private mutating func shift(_ shift: Int, of actor: Int, _ list: [FoundShift]) {
    guard actor != 0 else { return }
    var frame = frame(of: actor)
    if list[shift].inverseOf != nil {
      guard let last = frame.shifts.last, list[shift].undoes(list[Int(last)]) else { return }
    }
    frame.append(shift, list)
    actors[actor] = frame
  }

  /// Takes one actor's frame through a transition; a frame that does not have the shifts to leave stays as
  /// it is.
  mutating func cross(_ transition: FrameTransition, actor: Int) {
    let frame = frame(of: actor)
    guard actor != 0, transition.gone.allSatisfy(frame.shifts.contains) else { return }
    actors[actor] = transition.applied(to: frame)
  }

  /// Changes each frame as a step did, whatever else happened to it.
  mutating func take(_ step: WriterStep) {
    let known = Set(actors.keys).union(step.before.actors.keys).union(step.after.actors.keys)
    for actor in known {
      let change = FrameTransition(
        from: step.before.frame(of: actor), to: step.after.frame(of: actor))
      actors[actor] = change.applied(to: frame(of: actor))
    }
    space = FrameTransition(from: step.before.space, to: step.after.space).applied(to: space)
  }

  /// Replaces all frames with others.
  mutating func replace(_ change: (FramePath) -> FramePath) {
    space = change(space)
    actors = actors.mapValues(change)
  }
}

extension WriterFrames {
  /// Returns the frame that some shifts lead into: if a part shifted, that of the actor whose shift it was.
  ///
  /// - Parameter path: the frame to return if no writer is in any of them.
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
