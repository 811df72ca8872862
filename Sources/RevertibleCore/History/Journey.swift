/// A way from the current version to another one in the current scope.
enum Journey {
  case undo
  case redo
  case undoTo(VersionTag)
  case redoTo(VersionTag)
  case undoAll
  case redoAll
  /// Undoes everything and ends the scope.
  case leaveScope
}

extension Journey {
  /// Whether it goes to the adjacent version, whatever that is.
  var isOneStep: Bool {
    switch self {
    case .undo, .redo: true
    case .undoTo, .redoTo, .undoAll, .redoAll, .leaveScope: false
    }
  }
}

extension VersionHistory {

  /// Whether the journey changes anything.
  ///
  /// If there is nothing to undo, any value stays the same: it need not be the current version.
  func leadsSomewhere(_ journey: Journey) -> Bool {
    switch journey {
    case .undo, .undoAll: !scope.undo.isEmpty
    case .redo, .redoAll: !scope.redo.isEmpty
    case .undoTo(let tag): scope.undoCount(to: tag) ?? 0 > 0
    case .redoTo(let tag): scope.redoCount(to: tag) != nil
    case .leaveScope: scopeLevel > 0 || !scope.undo.isEmpty
    }
  }

  /// Goes to the other version, or stays at the current one if the steps do not fit.
  mutating func travel(_ journey: Journey) throws(ReversionError) {
    switch journey {
    case .undo: try undo()
    case .redo: try redo()
    case .undoTo(let tag): try undo(scope.undoCount(to: tag) ?? 0)
    case .redoTo(let tag): try redo(scope.redoCount(to: tag) ?? 0)
    case .undoAll: try undo(.max)
    case .redoAll: try redo(.max)
    case .leaveScope: try undoAndPopScope()
    }
  }
}
