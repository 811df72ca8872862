import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels
import Synchronization
import SystemPackage

/// What this process, or one before it, has learnt about spaces, so that they need not be read: what
/// their files say, which anchors their logs hold, and how many of everything there are.
final class SpaceMemory: Sendable {
  /// What a space's file says.
  struct Listed: Sendable {
    var name: String?
    var createdAt: HBInstant
    var updatedAt: HBInstant
  }

  /// What the counts of a space come from; they hold as long as none of it has changed.
  struct Stamps: Hashable, Sendable {
    var file: FileStamp
    var map: FileStamp
    var log: FileStamp
    /// A digest that differs if any of the space's anchor files does.
    var anchors: UInt64
  }

  /// How many of everything a space has.
  struct Counts: Sendable {
    var anchors: Int32
    var deletedAnchors: Int32
    var events: Int32
    var problems: Int32
    var start: HBInstant?
    var end: HBInstant?
    /// Nil if they were not measured.
    var mapBytes: Int64?
    /// Whether the log could be read; if not, the counts are never remembered.
    var isRead = true
  }

  /// What is known about one space, each part with what it is known from.
  struct Known: Sendable {
    var file = FileStamp.none
    var listed: Listed?
    var log = FileStamp.none
    var anchorIds: [UUIDBits]?
    var stamps: Stamps?
    var counts: Counts?
  }

  private struct Memory {
    var spaces: [UUID: Known] = [:]
    var unsaved = 0
    var isLoaded = false
  }

  private let file: SpaceIndexTable
  private let policy: IndexPolicy
  private let memory = Mutex(Memory())

  init(layout: StoreLayout, files: any FileSystem, policy: IndexPolicy) {
    file = SpaceIndexTable(layout, files)
    self.policy = policy
  }
}

extension SpaceMemory {
  /// Returns what a space's file says, if it is still the file that was read.
  func listed(_ id: UUID, _ file: FileStatus) -> Listed? {
    known(id).flatMap { $0.file == FileStamp(file) ? $0.listed : nil }
  }

  func note(_ id: UUID, _ file: FileStatus, _ listed: Listed) {
    update(id) { known in (known.file, known.listed) = (FileStamp(file), listed) }
  }

  /// Whether a log holds events of an anchor; nil if that is not known of the log as it is now.
  func holds(_ anchor: UUIDBits, _ id: UUID, _ log: FileStatus) -> Bool? {
    known(id).flatMap { known in
      known.log == FileStamp(log) ? known.anchorIds.map { $0.contains(anchor) } : nil
    }
  }

  func note(_ id: UUID, _ log: FileStatus, _ anchorIds: [UUIDBits]) {
    update(id) { known in (known.log, known.anchorIds) = (FileStamp(log), anchorIds) }
  }

  /// Returns how many of everything a space has, if nothing has changed since they were counted.
  func counts(_ id: UUID, _ stamps: Stamps, measuringMaps: Bool) -> Counts? {
    known(id).flatMap { known in
      guard known.stamps == stamps, let counts = known.counts else { return nil }
      return measuringMaps && counts.mapBytes == nil ? nil : counts
    }
  }

  func note(_ id: UUID, _ stamps: Stamps, _ counts: Counts) {
    update(id) { known in (known.stamps, known.counts) = (stamps, counts) }
  }

  func forgetAll() {
    memory.withLock { memory in
      memory.spaces.removeAll()
      memory.isLoaded = true
    }
  }

  private func known(_ id: UUID) -> Known? {
    memory.withLock { memory in
      load(&memory)
      return memory.spaces[id]
    }
  }

  private func update(_ id: UUID, _ change: (inout Known) -> Void) {
    memory.withLock { memory in
      load(&memory)
      change(&memory.spaces[id, default: Known()])
      memory.unsaved += 1
    }
  }
}

// MARK: - On disk

extension SpaceMemory {
  private func load(_ memory: inout Memory) {
    guard !memory.isLoaded else { return }
    memory.isLoaded = true
    if policy.isRead, let spaces = file.load() { memory.spaces = spaces }
  }

  /// Saves what is known if that spares the next process reading many spaces.
  func saveIfWorth() {
    guard policy.isWritten else { return }
    let spaces = memory.withLock { memory -> [UUID: Known] in
      let least = max(policy.leastSpaces, memory.spaces.count / 32)
      guard memory.unsaved >= least else { return [:] }
      memory.unsaved = 0
      return memory.spaces
    }
    if !spaces.isEmpty { file.save(spaces) }
  }
}
