private let space = HBSpace(name: "Kitchen")
private let anchor = HBAnchor(spaceId: space.id, transform: HBTransform.identity)
@MainActor private let model = Model(
  activity: Activity(id: UUID(), title: "Title", childActivities: []))
