import HyperbasisCanvas

/// Why an open space is no longer in its store. What had been read of it is still shown.
package enum SpaceLoss: Sendable {
  case deleted
  /// The whole folder of the store is gone, and may come back.
  case storeGone
  /// The log is gone, and may come back; the space itself was not deleted.
  case logGone
}

extension SpaceLoss {
  /// What the title says as long as it lasts.
  var title: TerminalText {
    switch self {
    case .deleted: "DELETED"
    case .storeGone: "STORE GONE"
    case .logGone: "LOG GONE"
    }
  }

  /// Why nothing can be changed.
  var refusal: TerminalText {
    switch self {
    case .deleted: "this space was deleted; it cannot be changed any more"
    case .storeGone: "the folder of the store is gone; nothing can be changed until it is back"
    // A change would begin a new log, of what the anchor files are taken to imply.
    case .logGone: "the log of this space is gone; nothing can be changed until it is back"
    }
  }
}
