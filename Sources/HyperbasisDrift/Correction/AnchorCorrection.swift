import HyperbasisAnchorLog
import HyperbasisModels

/// What a correction does to one anchor.
struct AnchorCorrection {
  private let request: HBCorrection
  private let taken: TakenShifts
  private let frames: SpaceFrames
  /// The current frame.
  private let now: FramePath

  init(_ request: HBCorrection, _ taken: TakenShifts, _ frames: SpaceFrames) {
    self.request = request
    self.taken = taken
    self.frames = frames
    now = taken.frameOfNow(frames.writers)
  }
}

extension AnchorCorrection {
  /// How the transform of an anchor changes.
  struct Step {
    let slot: Int
    /// The anchor's latest event.
    let ordinal: Int
    let kind: CorrectionPlan.Move.Kind
    /// The event after which the transform in force was exactly what is wanted; nil if the motion gives it.
    let original: Int?
    fileprivate let change: SpaceFrames.Change

    /// Returns the wanted transform: the same one if the two frames do not differ at its place.
    func applied(to transform: [Float]) -> [Float] {
      let place = SIMD3<Double>(HBTransform.position(transform))
      guard !change.isNone(at: place) else { return transform }
      return change.motion.apply(to: transform, headingYaw: change.headingYaw)
    }
  }

  enum Outcome {
    case move(Step)
    case stay(CorrectionPlan.Stay)
  }

  func outcome(_ slot: Int, _ ordinal: Int) -> Outcome {
    let frame = frames.anchors[slot]
    if frame.isAdded, request.added == .keep { return .stay(.added) }
    let target = taken.target(frame.path, request.frame, now)
    guard target != frame.path else {
      return .stay(frame.isPutBack ? .putBack : frame.isAdded ? .added : .sameFrame)
    }
    return .move(
      Step(
        slot: slot, ordinal: ordinal, kind: kind(frame),
        original: request.frame == .old ? taken.original(frame) : nil,
        change: frame.path.change(to: target, frames.shifts)))
  }

  private func kind(_ frame: AnchorFrame) -> CorrectionPlan.Move.Kind {
    if request.frame == .new { return .broughtAlong }
    if taken.original(frame) != nil { return .exact }
    if frame.isAdded { return .added }
    if taken.isOnlyShifted(frame) { return .shifted }
    return taken.isOnlyCorrected(frame) ? .corrected : .moved
  }
}
