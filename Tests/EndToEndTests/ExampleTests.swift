import Foundation
import SupabaseTestSupport
import TestSupport
import Testing

/// The example programs do what they say, run as by a user who has just built the package.
struct ExampleTests {
  private static func run(_ name: String, in store: ScratchStore) throws -> [String] {
    let outcome = try store.program.run(
      executable: BuiltProgram.folder.appending(path: name).path, [store.directory.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  private static let notes = [
    "after breakfast: Water the basil at 3.0, 0.5",
    "in the morning: Buy milk at 1.0, 2.0; Water the basil at 3.0, 0.5",
    #"milk: ["created", "moved", "deleted"]"#,
    "undone: Buy milk at 2.0, 2.0; Water the basil at 3.0, 0.5",
    "rolled back: Buy milk at 1.0, 2.0; Water the basil at 3.0, 0.5",
  ]

  @Test func notes() throws {
    #expect(try Self.run("NotesExample", in: ScratchStore()) == Self.notes)
  }

  @Test(.requiresSupabase) func notesOnTwoDevices() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      let store = try ScratchStore()
      store.variables = [
        "SUPABASE_URL": project.url.absoluteString, "SUPABASE_ANON_KEY": project.anonymousKey,
      ]
      let last = "on the tablet: Buy milk at 1.0, 2.0; Water the basil at 3.0, 0.5"
      #expect(try Self.run("NotesExample", in: store) == Self.notes + [last])
    }
  }

  @Test func editor() throws {
    #expect(
      try Self.run("EditorExample", in: ScratchStore()) == [
        "nudged | Untitled: circle (11.0, 1.0), square (14.0, 2.0)",
        "undo | Untitled: circle (1.0, 1.0), square (4.0, 2.0)",
        "undo | Untitled: circle (1.0, 1.0)",
        "redo | Untitled: circle (1.0, 1.0), square (4.0, 2.0)",
        "in the sheet | Plan: empty",
        "cancelled | Untitled: circle (1.0, 1.0), square (4.0, 2.0)",
        "can undo: true, can redo: true",
      ])
  }
}
