import Foundation
import Hyperbasis

/// A note at a position in a room, in metres.
struct Note: Identifiable {
  let id: UUID
  let text: String
  let place: SIMD3<Float>

  init(_ anchor: HBAnchor) {
    (id, place) = (anchor.id, anchor.position)
    text = anchor.metadata["text"]?.stringValue ?? ""
  }
}

/// The notes of one room, with their history, as the views of a note app use them.
struct NoteBook {
  let storage: HBStorage
  let room: UUID

  func notes(at date: Date = Date()) async throws -> [Note] {
    try await storage.anchorsAt(spaceId: room, date: date).map(Note.init)
  }

  func add(_ text: String, at place: SIMD3<Float>) async throws -> Note {
    let anchor = HBAnchor(
      spaceId: room, transform: HBTransform.make(position: place), metadata: ["text": .string(text)]
    )
    try await storage.save(anchor)
    return Note(anchor)
  }

  func move(_ note: Note, to place: SIMD3<Float>) async throws {
    try await storage.update(anchorId: note.id) { $0.position = place }
  }

  func show(_ title: String, at date: Date = Date()) async throws {
    let lines = try await notes(at: date).map { "\($0.text) at \($0.place.x), \($0.place.z)" }
    print("\(title): \(lines.isEmpty ? "none" : lines.sorted().joined(separator: "; "))")
  }
}

// The first argument is a folder for the store. If the environment names a Supabase project, a second
// device gets the notes through it.
let folder = URL(filePath: CommandLine.arguments.dropFirst().first ?? "notes")
let variables = ProcessInfo.processInfo.environment
let project = variables["SUPABASE_URL"].flatMap { url in
  variables["SUPABASE_ANON_KEY"].map { HBBackend.supabase(url: url, anonKey: $0) }
}
func storage(of device: String) -> HBStorage {
  HBStorage(
    config: HBStorageConfig(
      backend: project ?? .localOnly, directory: folder.appending(path: device), actor: device))
}

let kitchen = HBSpace(name: "Kitchen")
let phone = NoteBook(storage: storage(of: "phone"), room: kitchen.id)
try await phone.storage.save(kitchen)
let milk = try await phone.add("Buy milk", at: [1, 0, 2])
_ = try await phone.add("Water the basil", at: [3, 0, 0.5])
let morning = Date()
try await phone.move(milk, to: [2, 0, 2])
try await phone.storage.deleteAnchor(id: milk.id)
try await phone.show("after breakfast")
try await phone.show("in the morning", at: morning)
print("milk:", try await phone.storage.history(anchorId: milk.id).map(\.type.rawValue))
try await phone.storage.undo(spaceId: kitchen.id)
try await phone.show("undone")
try await phone.storage.rollback(spaceId: kitchen.id, to: morning)
try await phone.show("rolled back")
if phone.storage.isCloudEnabled {
  let tablet = NoteBook(storage: storage(of: "tablet"), room: kitchen.id)
  try await phone.storage.sync()
  try await tablet.storage.sync()
  try await tablet.show("on the tablet")
}
