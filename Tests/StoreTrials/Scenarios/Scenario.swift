import Hyperbasis
package import HyperbasisStore
package import StoreSimulation
import SystemPackage

/// A series of operations on a store, to be cut short at every point.
package struct Scenario: Sendable {
  package let name: String
  let durability: HBDurability
  let prepare: @Sendable (Workplace) throws -> Void
  let run: @Sendable (Workplace) throws -> Void

  init(
    _ name: String, _ durability: HBDurability = .disk,
    prepare: @escaping @Sendable (Workplace) throws -> Void = { _ in },
    run: @escaping @Sendable (Workplace) throws -> Void
  ) {
    self.name = name
    self.durability = durability
    self.prepare = prepare
    self.run = run
  }
}

extension Scenario {
  /// Runs the scenario once, recording each call.
  ///
  /// - Parameter through: what to put between the store and the disk, such as faults.
  package func record(
    seed: UInt64,
    through: (SimulatedFileSystem) -> any HyperbasisStore.FileSystem = { $0 }
  ) throws -> RecordedRun {
    let workplace = Workplace(
      try prepared(seed: seed), durability: durability, seed: seed &+ 1, second: 1000,
      through: through)
    try run(workplace)
    return workplace.finished(name)
  }

  /// Returns the disk before the scenario begins, with all changes certain.
  package func prepared(seed: UInt64) throws -> SimulatedDisk {
    let workplace = Workplace(SimulatedDisk(), durability: .os, seed: seed, second: 0)
    try prepare(workplace)
    try workplace.store.flush()
    workplace.files.switchOff()
    return workplace.files.disk.surviving()
  }

  /// Runs the scenario on a file system that may fail; the first error ends it.
  ///
  /// - Returns: what was acknowledged, and the error, if there was one.
  package func attempt(
    on disk: SimulatedDisk, seed: UInt64,
    through: (SimulatedFileSystem) -> any HyperbasisStore.FileSystem
  ) -> (run: RecordedRun, error: (any Error)?) {
    let workplace = Workplace(
      disk, durability: durability, seed: seed &+ 1, second: 1000, through: through)
    do {
      try run(workplace)
      return (workplace.finished(name), nil)
    } catch {
      return (workplace.finished(name), error)
    }
  }
}
