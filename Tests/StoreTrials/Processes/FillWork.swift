import Foundation
import Hyperbasis
import HyperbasisStore
import SystemPackage

/// A store on a file system that becomes full again and again.
struct FillWork {
  let folder: String
  private let files = LiveFileSystem()

  init(folder: String) {
    self.folder = folder
  }

  /// How often the disk fills up before the store is deleted, since the store leaves ever less of the
  /// disk.
  private static let storeSize = 6

  private func clear() throws {
    let store = URL(fileURLWithPath: "\(folder)/store", isDirectory: true)
    guard FileManager.default.fileExists(atPath: store.path) else { return }
    try FileManager.default.removeItem(at: store)
  }

  private var filler: FilePath { FilePath(folder).appending("filler") }

  func run(_ count: Int) throws {
    var full = 0
    var acknowledged: Set<UUID> = []
    for number in 0..<count {
      if number % Self.storeSize == 0 {
        try clear()
        acknowledged = []
      }
      try takeTheRest(leaving: number % 3)
      let error = save(into: &acknowledged)
      guard case .fileSystemError(let underlying) = error else {
        try Worker.print("I5: on a full disk: \(error.map { "\($0)" } ?? "no error")")
        return
      }
      let code = (underlying as? FileError)?.code
      if code != .noSpace { try Worker.print("I5: on a full disk: \(underlying)") }
      full += 1
      // With nothing free.
      try check(acknowledged)
      try files.removeFile(filler)
      let plan = try open().perform(
        .save([TrialStore.anchor(2, x: Float(number))]), spaceId: TrialStore.space)
      acknowledged.formUnion(plan.events.map(\.id))
      try check(acknowledged)
    }
    try Worker.print("full \(full)")
  }

  private func open() -> HBLocalStore { Worker.open("\(folder)/store", "filler") }

  /// Saves until a save fails.
  private func save(into acknowledged: inout Set<UUID>) -> HBStorageError? {
    let store = open()
    for round in 0..<10_000 {
      do {
        let text = String(repeating: "x", count: round % 97)
        let plan = try store.perform(
          .save([TrialStore.anchor(1, x: .random(in: 1...9) + Float(round), text: text)]),
          spaceId: TrialStore.space)
        acknowledged.formUnion(plan.events.map(\.id))
      } catch {
        return error as? HBStorageError
      }
    }
    return nil
  }

  /// Fills the disk except for a number of pages.
  private func takeTheRest(leaving pages: Int) throws {
    let file = try files.open(filler, .appendNew)
    let page = [UInt8](repeating: 0x78, count: 4096)
    do {
      while true { try files.writeAll(file, page) }
    } catch {
      guard error.code == .noSpace else { throw error }
      let size = try files.status(of: file).size
      try files.truncate(file, to: max(0, size - pages * page.count))
    }
  }

  private func check(_ acknowledged: Set<UUID>) throws {
    let log = StoreLogs.path(of: TrialStore.space, base: FilePath("\(folder)/store"))
    // A log that was created but could not be written to is empty.
    if let last = try files.contents(of: log)?.last, last != 0x0a {
      try Worker.print("I2: the log ends in the middle of a line")
    }
    let read = try open().loadEvents(spaceId: TrialStore.space).map(\.id)
    if Set(read) != acknowledged { try Worker.print("I1: not what was acknowledged") }
  }
}
