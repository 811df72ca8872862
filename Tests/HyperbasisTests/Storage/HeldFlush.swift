import Dispatch
import Hyperbasis
import HyperbasisStore
import StoreSimulation
import SystemPackage

/// Flushes of logs, the first of which lasts until it is released.
struct HeldFlush: Sendable {
  /// How long to wait for something that only a fault prevents, in seconds. Under a sanitizer, on a
  /// machine that is busy as well, a turn among all tests may take a minute.
  static let patience: Double = 600

  let hasEnded = Locked(false)
  let count = Locked(0)
  /// The number of the flush that fails, counting from 0; nil for none.
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
        // If readers wait for this by mistake, it still ends.
        _ = mayEnd.wait(timeout: .now() + Self.patience)
        hasEnded.withLock { $0 = true }
      }
      return number == failing ? .fail(.ioError) : nil
    }
    // A busy machine may take long to reach the release.
    return folder.open(durability: .disk, files: files, lockPatience: Self.patience)
  }

  func begins() async {
    for await _ in beginning.stream { break }
  }

  func release() {
    mayEnd.signal()
  }
}
