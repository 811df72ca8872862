private let timeline = HBTimeline(spaceId: UUID(), events: [])
