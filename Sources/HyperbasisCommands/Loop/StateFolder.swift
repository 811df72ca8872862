import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisDiagnostics
import HyperbasisTimeMachine
import SystemPackage

/// The time machine's memory of spaces; a scratch store has none.
final class SpaceMemory {
  private let folder: StateFolder?
  /// The message to print after the terminal is given back.
  private(set) var farewell: String?

  init(folder: StateFolder?) {
    self.folder = folder
  }

  /// Returns what is remembered of a space.
  func recall(_ spaceId: UUID) -> Input {
    .recalled(folder?.recall(spaceId) ?? Recollection(spaceId: spaceId))
  }

  func remember(_ view: RememberedView, of spaceId: UUID) {
    folder?.remember(view, of: spaceId)
  }

  func save(_ draft: SavedDraft) {
    guard let folder else { return }
    let count = draft.edits.count == 1 ? "1 edit" : "\(draft.edits.count) edits"
    do {
      try folder.save(draft)
      farewell = "the draft of \(count) is saved; the next start offers it"
    } catch {
      farewell = "the draft of \(count) could not be saved: \(error)"
    }
  }

  func forget(_ draft: SavedDraft) {
    folder?.forget(draft)
  }
}

/// The files in which the program remembers spaces: how each was viewed, and drafts that were not
/// written.
///
/// There is one file for each space of each store, and one for each draft. They are replaced as a whole
/// and readable only by their owner. No failure here makes the program fail.
struct StateFolder {
  private let directory: URL
  private let store: URL

  /// - Parameter store: the folder of the store.
  init(directory: URL, store: URL) {
    self.directory = directory
    self.store = store.resolvingSymlinksInPath().standardizedFileURL
  }
}

// MARK: - Recalling

extension StateFolder {
  func recall(_ spaceId: UUID) -> Recollection {
    var recollection = Recollection(spaceId: spaceId)
    var problems: [TerminalText] = []
    recollection.view = recallView(spaceId, &problems)
    var drafts = recallDrafts(spaceId, &problems)[...]
    recollection.draft = drafts.popFirst()
    recollection.olderDrafts = Array(drafts)
    recollection.problem = problems.first
    return recollection
  }

  private func recallView(_ spaceId: UUID, _ problems: inout [TerminalText]) -> RememberedView? {
    let file = viewFile(spaceId)
    guard let text = text(of: file, &problems) else { return nil }
    do {
      return try RememberedView.read(text)
    } catch {
      problems.append(setAside(file, error))
      return nil
    }
  }

  /// Returns the drafts of the space, newest first.
  private func recallDrafts(_ spaceId: UUID, _ problems: inout [TerminalText]) -> [SavedDraft] {
    var drafts: [SavedDraft] = []
    for file in draftFiles(spaceId).reversed() {
      guard let text = text(of: file, &problems) else { continue }
      do {
        let (draft, damage) = try SavedDraft.read(text)
        if let first = damage.first { problems.append(keepCopy(file, first)) }
        if !draft.edits.isEmpty { drafts.append(draft) }
      } catch {
        problems.append(setAside(file, error))
      }
    }
    return drafts
  }

  /// Returns the text of a file; nil if there is none.
  private func text(of file: URL, _ problems: inout [TerminalText]) -> String? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    if let data = try? Data(contentsOf: file) { return String(decoding: data, as: UTF8.self) }
    problems.append("\(TerminalText(file.path)) cannot be read; check its permissions")
    return nil
  }

  /// Moves a file that cannot be understood out of the way, without losing it.
  private func setAside(_ file: URL, _ problem: MemoryFile.Problem) -> TerminalText {
    let aside = Self.aside(file)
    // If nothing was set aside before, there is nothing to remove.
    try? FileManager.default.removeItem(at: aside)
    return keep(file, problem) { try FileManager.default.moveItem(at: file, to: aside) }
  }

  private func keepCopy(_ file: URL, _ problem: MemoryFile.Problem) -> TerminalText {
    keep(file, problem) { try FileManager.default.copyItem(at: file, to: Self.aside(file)) }
  }

  private func keep(
    _ file: URL, _ problem: MemoryFile.Problem, _ move: () throws -> Void
  ) -> TerminalText {
    DiagnosticLog.program.attempt("keep the damaged \(file.path)", move)
    return "\(TerminalText(file.path)), line \(problem.line): \(problem.text); kept as "
      + TerminalText(Self.aside(file).lastPathComponent)
  }

  private static func aside(_ file: URL) -> URL { file.appendingPathExtension("damaged") }
}

// MARK: - Remembering

extension StateFolder {
  func remember(_ view: RememberedView, of spaceId: UUID) {
    // If nothing can be remembered, everything else still works.
    DiagnosticLog.program.attempt("remember how a space is viewed") {
      try replace(viewFile(spaceId), with: view.text(store: store.path, spaceId: spaceId))
    }
    forgetOldViews()
  }

  /// Removes the views of the spaces that have been unused for longest, since stores come and go.
  private func forgetOldViews() {
    let directory = directory.appending(path: "views", directoryHint: .isDirectory)
    // A folder that does not exist yet holds no views; a file without a date counts as the oldest.
    let files =
      (try? FileManager.default.contentsOfDirectory(
        at: directory, includingPropertiesForKeys: [.contentModificationDateKey])) ?? []
    let excess = files.count - Self.mostViews
    guard excess > 0 else { return }
    let dated = files.map { file in
      let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
      return (file: file, date: values?.contentModificationDate ?? .distantPast)
    }
    for old in dated.sorted(by: { $0.date < $1.date }).prefix(excess) {
      DiagnosticLog.program.attempt("remove \(old.file.path)") {
        try FileManager.default.removeItem(at: old.file)
      }
    }
  }

  /// How many views are kept.
  static let mostViews = 1000

  /// Saves a draft. A failure must be reported, since the draft would be lost.
  func save(_ draft: SavedDraft) throws {
    try replace(draftFile(draft), with: try draft.text(store: store.path))
  }

  func forget(_ draft: SavedDraft) {
    // A draft that was never saved has no file.
    try? FileManager.default.removeItem(at: draftFile(draft))
  }

  /// Replaces a file so that readers see either the old one or the new one, and only the owner can read
  /// it.
  private func replace(_ file: URL, with text: String) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let temporary = file.appendingPathExtension("\(UUID().uuidString).hbtmp")
    do {
      let descriptor = try FileDescriptor.open(
        FilePath(temporary.path), .writeOnly, options: [.create, .exclusiveCreate],
        permissions: .ownerReadWrite)
      try descriptor.closeAfter {
        _ = try descriptor.writeAll(text.utf8)
        guard fsync(descriptor.rawValue) == 0 else { throw Errno(rawValue: errno) }
      }
      guard rename(temporary.path, file.path) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      // The first failure is the one to report.
      try? FileManager.default.removeItem(at: temporary)
      throw error
    }
  }
}

// MARK: - Names

extension StateFolder {
  /// Returns a name that tells the spaces of this store from copies of them in others.
  private func name(_ spaceId: UUID) -> String {
    let place = UUIDv5.make(namespace: spaceId, name: store.path)
    return "\(spaceId.uuidString)-\(place.uuidString.prefix(8))"
  }

  private func viewFile(_ spaceId: UUID) -> URL {
    directory.appending(path: "views/\(name(spaceId)).json")
  }

  private var drafts: URL { directory.appending(path: "drafts", directoryHint: .isDirectory) }

  private func draftFile(_ draft: SavedDraft) -> URL {
    let digits = String(max(0, draft.savedAt.microseconds))
    let zeros = String(repeating: "0", count: max(0, 19 - digits.count))
    return drafts.appending(path: "\(name(draft.spaceId))-\(zeros)\(digits).jsonl")
  }

  /// Returns the draft files, oldest first, as their names sort.
  private func draftFiles(_ spaceId: UUID) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: drafts.path)) ?? []
    return names.filter { $0.hasPrefix(name(spaceId)) && $0.hasSuffix(".jsonl") }.sorted()
      .map { drafts.appending(path: $0) }
  }
}
