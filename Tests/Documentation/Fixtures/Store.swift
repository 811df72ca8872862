// An app's storage, one of its spaces, and an anchor there.
private let storage = HBStorage()
private let space = HBSpace(name: "Kitchen")
private let anchor = HBAnchor(spaceId: space.id, transform: HBTransform.identity)
