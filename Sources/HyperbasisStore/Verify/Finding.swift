import Foundation
import SystemPackage

/// A problem, and what repairing it takes.
struct Finding {
  enum Remedy {
    /// It stays as it is.
    case none
    /// It stays, and leads to where the file or folder itself lies: whoever made it so puts that back.
    case replaceLink
    /// It stays damaged; another one is to take its place.
    case replaceDamaged
    /// Takes the bytes out of the log.
    case removeBytes(Range<Int>)
    /// Takes the file away.
    case moveToQuarantine(FilePath)
    /// Gives the file the name that its content asks for.
    case rename(FilePath, to: FilePath)
    /// Adds the events of a second log to the first, then takes the second away.
    case mergeLog(FilePath, of: UUID)
    /// Puts a copy in the place of a log that has several names.
    case copy(FilePath, of: UUID)
    /// Puts an empty world map where a space lacks its own.
    case emptyMap(UUID)
    /// Writes the events that an anchor's file implies.
    case writeImplied(UUID)
  }

  var problem: HBStoreProblem
  let remedy: Remedy

  init(problem: HBStoreProblem, remedy: Remedy) {
    self.problem = problem
    self.remedy = remedy
    switch remedy {
    case .none, .replaceLink, .replaceDamaged: break
    default: self.problem.isRepairable = true
    }
  }
}

extension Finding {
  /// The problem with an action that says what was done about it.
  func done(_ action: String) -> HBStoreProblem {
    var problem = problem
    problem.action = action
    return problem
  }
}
