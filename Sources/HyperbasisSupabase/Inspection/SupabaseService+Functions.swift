import HyperbasisHTTP
import HyperbasisSync

// A migration that was run long ago lacks functions that came later. Syncing works without them, but more
// slowly, and some questions have no answer.

extension SupabaseService {
  /// The names of functions of the migration, each with a call whose response is short.
  private static let functions = [
    ("changes_since", #"{"cursors":\#(atTheEnd),"page":1}"#),
    ("changes_by_space", #"{"cursors":\#(atTheEnd)}"#),
    ("list_spaces", #"{"most":1,"skip":0}"#),
    ("space_digests", #"{"after":null,"most":1}"#),
    ("find_spaces", #"{"term":"-"}"#),
    ("state_events", #"{"space":"\#(noSpace)","instants":[]}"#),
    ("log_events", #"{"space":"\#(noSpace)","most":1}"#),
    ("changes_between", #"{"space":"\#(noSpace)","start_at":"infinity"}"#),
    ("forget_space", #"{"space":"\#(noSpace)","is_rehearsal":true}"#),
  ]

  private static let noSpace = "00000000-0000-0000-0000-000000000000"

  /// Cursors after which there is nothing.
  private static let atTheEnd: String = {
    let cursor = #"{"read":\#(Int64.max),"known":[]}"#
    let members = ["spaces", "anchors", "events", "tombstones"].map { "\"\($0)\":\(cursor)" }
    return "{\(members.joined(separator: ","))}"
  }()

  /// Returns the functions that the server does not have.
  func missingFunctions() async throws(CloudFailure) -> [String] {
    var missing: [String] = []
    for (name, question) in Self.functions where try await lacks(name, question) {
      missing.append(name)
    }
    return missing
  }

  private func lacks(_ function: String, _ question: String) async throws(CloudFailure) -> Bool {
    var request = try client.request(.post, ["rest", "v1", "rpc", function])
    request.headers["Accept"] = "application/json"
    request.body = .json(Array(question.utf8))
    do {
      _ = try await client.send(request, TableRefusal.judge)
      return false
    } catch {
      switch error {
      case .missing: return true
      // It exists, but this user may not call it, or has too much data for it.
      case .rejected, .busy: return false
      default: throw error
      }
    }
  }
}
