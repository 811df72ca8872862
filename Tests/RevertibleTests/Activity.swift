import Foundation
import Revertible

@Versionable
struct Activity: Identifiable, Sendable {

  let id: UUID
  var title: String
  var priority: Priority
  var childActivities: [Activity]

  @Versionable
  enum Priority: Sendable {
    case low
    case medium(dueDate: Date?)
    case high(dueDate: Date, reason: String)
  }
}

extension Activity.Priority {
  /// The reason in `high`; in other cases it is empty and cannot be set.
  var reason: String {
    get {
      guard case .high(_, let reason) = self else { return "" }
      return reason
    }
    set {
      guard case .high(let dueDate, _) = self else { return }
      self = .high(dueDate: dueDate, reason: newValue)
    }
  }
}

extension Activity {
  static var mock: Activity {
    Activity(id: UUID(), title: "Title", priority: .low, childActivities: [])
  }

  static func mock(count: Int) -> [Activity] { (0..<count).map { _ in .mock } }

  static func mock(children: [Activity]) -> Activity {
    Activity(id: UUID(), title: "Title", priority: .low, childActivities: children)
  }
}

let fixedDate = Date(timeIntervalSinceReferenceDate: 0)
