import Foundation
import Hyperbasis
import SupabaseTestSupport
import Synchronization

@testable import HyperbasisSupabase
@testable import HyperbasisSync

/// A machine with a store, a clock that is off, and connections of its own.
final class WireMachine {
  let clock: SteppedTime
  private(set) var store: HBLocalStore
  private var service: SupabaseService
  private let name: String
  private let folder: URL
  private let project: SupabaseProject
  private let skew: Int64

  init(
    _ name: String, _ folder: URL, _ project: SupabaseProject, _ clock: SteppedTime, skew: Int
  ) throws {
    self.name = name
    self.folder = folder
    self.project = project
    self.clock = clock
    self.skew = Int64(skew) * 1_000_000
    store = Self.open(folder, name, clock, self.skew)
    service = try project.service(rowsPerPage: 5)
  }

  private static func open(
    _ folder: URL, _ name: String, _ clock: SteppedTime, _ skew: Int64
  ) -> HBLocalStore {
    HBLocalStore(baseDirectory: folder, actor: name) { clock.now().advanced(byMicroseconds: skew) }
  }

  /// Starts again with what is on disk.
  func restart() throws {
    store = Self.open(folder, name, clock, skew)
    service = try project.service(rowsPerPage: 5)
  }

  /// Starts a pass in another process.
  func syncElsewhere() throws -> SyncOnce {
    let now = clock.now().advanced(byMicroseconds: skew)
    return try SyncOnce(folder, project, time: now.microseconds)
  }

  /// - Parameter requests: after how many requests it is cancelled; nil lets it finish.
  @discardableResult
  func sync(cancelledAfter requests: Int? = nil) async -> SyncOutcome? {
    guard let pass = await pass() else { return nil }
    let task = Task { await pass.run() }
    if let requests {
      try? await project.wait(forMoreRequests: requests, patience: .milliseconds(100))
      task.cancel()
    }
    return await task.value
  }

  func pass() async -> SyncPass? {
    guard let identity = try? await service.identity() else { return nil }
    return SyncPass(
      store: store, cloud: service, identity: identity, options: SyncOptions(), tell: { _ in })
  }
}

/// The time of all machines; it advances by a millisecond at each call.
final class SteppedTime: Sendable {
  private let microseconds = Mutex<Int64>(1_706_781_600_000_000)

  func now() -> HBInstant {
    microseconds.withLock { time in
      time += 1000
      return HBInstant(microseconds: time)
    }
  }

  func pass(seconds: Double) {
    microseconds.withLock { $0 += Int64(seconds * 1e6) }
  }
}
