import Dispatch
package import Foundation
import HyperbasisDiagnostics
package import HyperbasisModels
import Synchronization
import SystemPackage

/// The files of a store on this machine. Synchronous and safe to use from several threads;
/// several processes may use one store at once.
package final class HBLocalStore: Sendable {
  package let context: StoreContext
  package let view: AnchorFileWriter
  /// Runs what changes several spaces, on a thread that may wait.
  package let maintenance = DispatchQueue(label: "hyperbasis.store")
  private let records: Mutex<[UUID: OpenSpace]> = Mutex([:])

  /// Opens a store; nothing is read or created yet.
  ///
  /// - Parameters:
  ///   - baseDirectory: the folder of the store.
  ///   - durability: what an acknowledged save survives.
  ///   - actor: who acts; written into every event.
  ///   - compression: how world maps are packed.
  package convenience init(
    baseDirectory: URL, durability: HBDurability = .os, actor: String? = nil,
    compression: HBCompressionLevel = .balanced,
    clock: @escaping @Sendable () -> HBInstant = { HBInstant(Date()) },
    makeUUID: @escaping @Sendable () -> UUID = { UUID.random() }
  ) {
    self.init(
      baseDirectory: baseDirectory, durability: durability, actor: actor,
      compression: compression, files: LiveFileSystem(), clock: clock, makeUUID: makeUUID)
  }

  /// Opens a store on another file system.
  ///
  /// - Parameter lockPatience: how many seconds to wait for another holder of a space's lock.
  package init(
    baseDirectory: URL, durability: HBDurability = .os, actor: String? = nil,
    compression: HBCompressionLevel = .balanced, files: any FileSystem,
    lockPatience: TimeInterval = 5,
    clock: @escaping @Sendable () -> HBInstant = { HBInstant(Date()) },
    makeUUID: @escaping @Sendable () -> UUID = { UUID.random() }
  ) {
    context = StoreContext(
      layout: StoreLayout(baseDirectory), files: files, durability: durability, actor: actor,
      compression: compression, lockPatience: lockPatience, clock: clock, makeUUID: makeUUID)
    view = AnchorFileWriter(context: context)
  }

  deinit {
    // Anchor files are a view: what does not reach them now is rebuilt from the log.
    DiagnosticLog.store.attempt("write anchor files at the end") { try flush() }
  }
}

extension HBLocalStore {
  /// The folder of the store.
  package var baseDirectory: URL { URL(fileURLWithPath: context.layout.base.string) }

  package func record(of space: UUID) -> OpenSpace {
    records.withLock { records in
      if let record = records[space] { return record }
      let record = OpenSpace(spaceId: space, context: context)
      records[space] = record
      return record
    }
  }

  var openRecords: [OpenSpace] { records.withLock { Array($0.values) } }

  /// Writes the anchor files that are behind the log.
  package func flush() throws {
    try view.flush()
  }

  /// Calls `body`, which reaches the file system, and makes its errors the store's.
  package func reaching<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as FileError {
      throw HBStorageError.fileSystemError(underlying: error)
    }
  }
}
