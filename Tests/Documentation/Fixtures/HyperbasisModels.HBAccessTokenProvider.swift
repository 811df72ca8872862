private let (url, key) = ("https://project.supabase.co", "key")

struct Session: Sendable {
  func currentToken() async throws -> String { "" }
  func refresh() async throws -> String { "" }
}

private let session = Session()
