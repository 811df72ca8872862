@MainActor private let another = Activity(id: UUID(), title: "Another", childActivities: [])
@MainActor private let activity = Activity(id: UUID(), title: "Title", childActivities: [another])
