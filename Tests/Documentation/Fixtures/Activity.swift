// The model that most articles on Revertible undo changes of.
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

  static var mock: Activity {
    Activity(id: UUID(), title: "Title", priority: .low, childActivities: [])
  }

  static func mock(count: Int) -> [Activity] { (0..<count).map { _ in .mock } }
}
