private let (url, key) = ("https://project.supabase.co", "key")
private let anchor = HBAnchor(spaceId: UUID(), transform: HBTransform.identity)
