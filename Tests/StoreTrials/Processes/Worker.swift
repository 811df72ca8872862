package import Foundation
import Hyperbasis
import HyperbasisStore
import StoreSimulation
import Synchronization
import SystemPackage

/// The work that a process of a trial does.
package enum Worker: Sendable {
  /// Saves moves of a few anchors, one after the other, and prints the ids of the events of each save
  /// once it has returned. Between the two is a pause, of at most `pause` microseconds: a kill then finds
  /// an event in the log that has not been acknowledged.
  ///
  /// With `isDurable` it promises what survives a power cut; it writes texts of at most `text` bytes, and
  /// kills itself in the middle of its `lastWrite`th write to a log, unless that is 0.
  case append(
    store: String, space: UUID, name: String, count: Int, pause: Int, isDurable: Bool = false,
    text: Int = 400, lastWrite: Int = 0)
  /// Reads again and again until its input ends or the seconds have passed, and prints what is wrong, and
  /// at the end how often it read.
  case read(store: String, space: UUID, seconds: Double)
  /// Checks and repairs again and again, and prints a line each time.
  case repair(store: String, seconds: Double)
  /// Plans a move of one anchor and executes the plan unless another process wrote since, until `count`
  /// moves are written; prints their ids, and at the end how often another process had written.
  case contend(store: String, space: UUID, name: String, count: Int)
  /// Fills the file system of a folder, which must be a small one of its own, `count` times, and prints
  /// what is wrong, and at the end how often it was full.
  case fill(folder: String, count: Int)
  /// Takes the lock of a space, reports it, and holds the lock.
  case hold(store: String, space: UUID)
}

extension Worker {
  package var arguments: [String] {
    switch self {
    case .append(
      let store, let space, let name, let count, let pause, let isDurable, let text, let last):
      [
        "append", store, space.uuidString, name, "\(count)", "\(pause)", "\(isDurable)", "\(text)",
        "\(last)",
      ]
    case .read(let store, let space, let seconds): ["read", store, space.uuidString, "\(seconds)"]
    case .repair(let store, let seconds): ["repair", store, "\(seconds)"]
    case .contend(let store, let space, let name, let count):
      ["contend", store, space.uuidString, name, "\(count)"]
    case .fill(let folder, let count): ["fill", folder, "\(count)"]
    case .hold(let store, let space): ["hold", store, space.uuidString]
    }
  }

  package init?(arguments: [String]) {
    let space = arguments.count > 2 ? UUID(uuidString: arguments[2]) : nil
    switch (arguments.first, arguments.count) {
    case ("append", 9):
      guard let space, let count = Int(arguments[4]), let pause = Int(arguments[5]),
        let text = Int(arguments[7]), let last = Int(arguments[8])
      else { return nil }
      self = .append(
        store: arguments[1], space: space, name: arguments[3], count: count, pause: pause,
        isDurable: arguments[6] == "true", text: text, lastWrite: last)
    case ("read", 4):
      guard let space, let seconds = Double(arguments[3]) else { return nil }
      self = .read(store: arguments[1], space: space, seconds: seconds)
    case ("repair", 3):
      guard let seconds = Double(arguments[2]) else { return nil }
      self = .repair(store: arguments[1], seconds: seconds)
    case ("contend", 5):
      guard let space, let count = Int(arguments[4]) else { return nil }
      self = .contend(store: arguments[1], space: space, name: arguments[3], count: count)
    case ("fill", 3):
      guard let count = Int(arguments[2]) else { return nil }
      self = .fill(folder: arguments[1], count: count)
    case ("hold", 3):
      guard let space else { return nil }
      self = .hold(store: arguments[1], space: space)
    default: return nil
    }
  }

  package func run() throws {
    switch self {
    case .append(
      let store, let space, let name, let count, let pause, let isDurable, let text, let last):
      let files: any HyperbasisStore.FileSystem =
        last > 0 ? MortalFileSystem.make(lastWrite: last) : LiveFileSystem()
      let store = Self.open(store, name, isDurable ? .disk : .os, files)
      try AppendWork(store: store, space: space, pause: pause, text: text).run(count)
    case .read(let store, let space, let seconds):
      try ReadWork(path: store, space: space).run(until: Self.end(seconds))
    case .repair(let store, let seconds):
      let end = Self.end(seconds)
      while ContinuousClock.now < end {
        let report = try Self.open(store, "repairer").verifier.repair()
        try Self.print("repaired \(report.problems.count)")
      }
    case .contend(let store, let space, let name, let count):
      try ContendingWork(store: Self.open(store, name), space: space).run(count)
    case .fill(let folder, let count): try FillWork(folder: folder).run(count)
    case .hold(let store, let space): try hold(store, space)
    }
  }

  private static func end(_ seconds: Double) -> ContinuousClock.Instant {
    ContinuousClock.now.advanced(by: .seconds(seconds))
  }

  static func open(
    _ path: String, _ name: String, _ durability: HBDurability = .os,
    _ files: any HyperbasisStore.FileSystem = LiveFileSystem()
  ) -> HBLocalStore {
    HBLocalStore(
      baseDirectory: URL(fileURLWithPath: path, isDirectory: true), durability: durability,
      actor: name, files: files)
  }

  /// Prints each line in one write, so that a kill tears at most the last one.
  static func print(_ line: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }

  private func hold(_ store: String, _ space: UUID) throws {
    let files = LiveFileSystem()
    let path = StoreLayout(URL(fileURLWithPath: store, isDirectory: true)).lock(of: space)
    try files.createDirectories(path.removingLastComponent())
    let file = try files.open(path, .lock)
    let isHeld = try files.tryLock(file)
    try Self.print(isHeld ? "held" : "taken")
    // Waits for the end of the input, which never comes: the parent process kills this one.
    try withExtendedLifetime(file) { _ = try FileHandle.standardInput.readToEnd() }
  }
}

/// A writer that saves moves.
private struct AppendWork {
  let store: HBLocalStore
  let space: UUID
  let pause: Int
  let text: Int

  func run(_ count: Int) throws {
    for number in 0..<count {
      let anchor = HBAnchor(
        id: TrialStore.id(UInt64(number % 3)), spaceId: space,
        transform: HBTransform.make(position: SIMD3(Float.random(in: -9...9), 0, 0)),
        metadata: ["text": .string(String(repeating: "x", count: Int.random(in: 0...text)))])
      let plan = try store.perform(.save([anchor]), spaceId: space)
      if pause > 0 { usleep(UInt32.random(in: 0...UInt32(pause))) }
      try Worker.print(plan.events.map(\.id.uuidString).joined(separator: " "))
    }
    // A program that ends does not release its globals.
    try store.flush()
  }
}

/// The real file system, on which the process dies in the middle of a write.
private enum MortalFileSystem {
  static func make(lastWrite: Int) -> any HyperbasisStore.FileSystem {
    let writes = Mutex(0)
    let isLast = Mutex(false)
    let dieIfLast: @Sendable (Int) -> Void = { _ in
      if isLast.withLock({ $0 }) { kill(getpid(), SIGKILL) }
    }
    return FaultyFileSystem(wrote: dieIfLast) { operation, path in
      guard operation == .write, path.extension == "jsonl" else { return nil }
      let number = writes.withLock { writes in
        writes += 1
        return writes
      }
      guard number == lastWrite else { return nil }
      isLast.withLock { $0 = true }
      // Every line is longer than this.
      return .short(Int.random(in: 1...200))
    }
  }
}

/// A reader that verifies everything it reads.
private struct ReadWork {
  let path: String
  let space: UUID

  func run(until end: ContinuousClock.Instant) throws {
    var reads = 0
    var known: Set<UUID> = []
    var store = Worker.open(path, "reader")
    while ContinuousClock.now < end {
      // Usually a store that is kept open, and now and then a new one that reads everything again.
      if reads % 7 == 0 { store = Worker.open(path, "reader") }
      let events = try store.loadEvents(spaceId: space)
      for violation in VersionCheck.violations(in: events) { try Worker.print("R: \(violation)") }
      let ids = Set(events.map(\.id))
      if !known.isSubset(of: ids) { try Worker.print("R: an event is gone that was there") }
      known = ids
      reads += 1
    }
    try Worker.print("read \(reads)")
  }
}
