import Dispatch
import Hyperbasis
import HyperbasisStore
import StoreSimulation
import SystemPackage

/// Flushes of logs, of which the first one lasts until it is released.
struct HeldFlush: Sendable {
  /// How long something is waited for that only a fault keeps away, in seconds. Under a sanitizer, on
  /// a machine that is busy besides, a turn among all tests may take a minute.
  static let patience: Double = 600

  let hasEnded = Locked(false)
  let count = Locked(0)
  /// The number of the flush that fails, from 0 on; nil for none.
  var failing: Int?
  private let beginning = AsyncStream<Void>.makeStream()
  private let mayEnd = DispatchSemaphore(value: 0)

  init(failing: Int? = nil) {
    self.failing = failing
  }

  func open(_ folder: TemporaryStore) -> HBStorage {
    HBStorage(
      config: HBStorageConfig(directory: folder.url, durability: .disk),
      localStore: openLocally(folder))
  }

  func openLocally(_ folder: TemporaryStore) -> HBLocalStore {
    let files = FaultyFileSystem { operation, path in
      guard operation == .synchronize, path.extension == "jsonl" else { return nil }
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      if number == 0 {
        beginning.continuation.yield()
        // Should readers wait for this, it ends all the same.
        _ = mayEnd.wait(timeout: .now() + Self.patience)
        hasEnded.withLock { $0 = true }
      }
      return number == failing ? .fail(.ioError) : nil
    }
    // A busy machine may take long to get to the release.
    return folder.open(durability: .disk, files: files, lockPatience: Self.patience)
  }

  func begins() async {
    for await _ in beginning.stream { break }
  }

  func release() {
    mayEnd.signal()
  }
}
