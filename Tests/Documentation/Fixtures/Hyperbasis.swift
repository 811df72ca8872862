private let space = HBSpace(name: "Kitchen")
private let anchor = HBAnchor(spaceId: space.id, transform: HBTransform.identity)
private let now = Date()
private let yesterday = now.addingTimeInterval(-86_400)
