import Foundation
import SystemPackage

/// A problem, and what repairing it takes.
struct Finding {
  enum Remedy {
    /// It stays as it is.
    case none
    /// The link stays. It leads to the file or folder itself, which the user must put in its place.
    case replaceLink
    /// It stays damaged, until the user puts a sound one in its place.
    case replaceDamaged
    /// Removes the bytes from the log.
    case removeBytes(Range<Int>)
    /// Moves the file away.
    case moveToQuarantine(FilePath)
    /// Gives the file the name that its content asks for.
    case rename(FilePath, to: FilePath)
    /// Adds the events of a second log to the first, then moves the second away.
    case mergeLog(FilePath, of: UUID)
    /// Puts a copy in the place of a log that has several names.
    case copy(FilePath, of: UUID)
    /// Gives a space that lacks its world map an empty one.
    case emptyMap(UUID)
    /// Writes the events that an anchor's file implies.
    case writeImplied(UUID)
    /// Writes the files of anchors that lack them.
    case writeFiles
    /// Exchanges two files, each of which has the other one's name.
    case exchange(FilePath, with: FilePath)
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
  /// Returns the problem with an action that says what was done about it.
  func done(_ action: String) -> HBStoreProblem {
    var problem = problem
    problem.action = action
    return problem
  }
}
