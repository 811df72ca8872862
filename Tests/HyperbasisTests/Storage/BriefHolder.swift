import Foundation
import HyperbasisStore
import StoreSimulation
import SystemPackage
import Testing

/// Another process that takes a space's lock when the store first tries it, and releases it at the next
/// try.
final class BriefHolder: Sendable {
  private let lock: FilePath
  private let appends: Int
  private let live = LiveFileSystem()
  private let state = Locked<State>(State())

  private struct State: Sendable {
    var appends = 0
    var hasCome = false
    var file: OpenFile?
  }

  /// - Parameter appends: how many writes to logs it waits for.
  init(of space: UUID, in folder: TemporaryStore, afterAppends appends: Int = 0) {
    self.appends = appends
    lock = FilePath(folder.url.path).appending(".hyperbasis/locks/\(space.uuidString).lock")
  }

  var files: FaultyFileSystem {
    FaultyFileSystem { operation, path in
      if operation == .write, path.lastComponent?.string == "events.jsonl" {
        self.state.withLock { $0.appends += 1 }
      } else if operation == .lock, path.lastComponent == self.lock.lastComponent {
        self.comeOrGo()
      }
      return nil
    }
  }

  /// Whether it has held the lock.
  var hasCome: Bool { state.withLock { $0.hasCome } }

  private func comeOrGo() {
    state.withLock { state in
      state.file = nil
      guard state.appends == appends, !state.hasCome else { return }
      do {
        let file = try live.open(lock, .lock)
        state.hasCome = try live.tryLock(file)
        state.file = file
      } catch {
        Issue.record(error)
      }
    }
  }
}
