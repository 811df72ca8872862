import HyperbasisModels

/// One byte per row about an event: what its line holds, and what follows from folding it.
struct EventFlags: OptionSet, BitwiseCopyable, Sendable {
  let rawValue: UInt8

  /// The line carries a transform.
  static let transform = EventFlags(rawValue: 1 << 3)
  /// The line carries metadata.
  static let metadata = EventFlags(rawValue: 1 << 4)
  /// The event is not on disk.
  static let synthetic = EventFlags(rawValue: 1 << 5)
  /// The anchor is hidden after the event.
  static let hidden = EventFlags(rawValue: 1 << 6)
  /// The fold of the anchor starts with the event or has started before it.
  static let started = EventFlags(rawValue: 1 << 7)

  static let folded: EventFlags = [.hidden, .started]
}

extension EventFlags {
  /// Stores the code of the type in the three lowest bits.
  init(type: HBAnchorEvent.EventType) {
    self.init(rawValue: type.code)
  }

  @inline(__always)
  var typeCode: UInt8 { rawValue & 7 }

  var type: HBAnchorEvent.EventType { .init(code: typeCode) }
}

extension HBAnchorEvent.EventType {
  var code: UInt8 {
    switch self {
    case .created: 0
    case .moved: 1
    case .updated: 2
    case .deleted: 3
    case .restored: 4
    }
  }

  init(code: UInt8) {
    switch code {
    case 0: self = .created
    case 1: self = .moved
    case 2: self = .updated
    case 3: self = .deleted
    default: self = .restored
    }
  }
}
