import Foundation
import Hyperbasis
import HyperbasisModels
import HyperbasisStore
import StoreSimulation
import SystemPackage

extension Scenario {
  /// Everything that the store does to its files.
  package static let all: [Scenario] = [
    firstAppend, firstAppendBeforeDisk, changes, rollbacks, behindFragment, spaces, separateMaps,
    logRepair, fileRepair, drift, deletion, returnFromTrash, twoProcesses, lists, purge, foreign,
    imported, anchorFiles,
  ]

  private static let log = "events/\(TrialStore.space.uuidString)/events.jsonl"

  // MARK: Events

  private static let firstAppend = Scenario("first append to a new space") { place in
    try place.perform(.save([TrialStore.anchor(1), TrialStore.anchor(2)]))
    try place.perform(.save([TrialStore.anchor(3)]))
    try place.store.flush()
  }

  /// The process that creates the log promises less than the one that continues it.
  private static let firstAppendBeforeDisk = Scenario(
    "append to a log that another process began without flushing"
  ) { place in
    let other = place.openAnother(durability: .os)
    try place.perform(.save([TrialStore.anchor(1)]), by: other, durability: .os)
    try place.perform(.save([TrialStore.anchor(2)]))
    try place.perform(.save([TrialStore.anchor(2, x: 1)]))
  }

  private static let changes = Scenario(
    "move, edit, delete, restore", prepare: someHistory,
    run: { place in
      try place.perform(.save([TrialStore.anchor(1, x: 2, text: "moved and edited")]))
      try place.perform(.delete([TrialStore.id(1), TrialStore.id(2)]))
      try place.perform(.restore([TrialStore.id(1)]))
      try place.store.flush()
    })

  private static let rollbacks = Scenario(
    "roll back, undo, redo", .os, prepare: someHistory,
    run: { place in
      try place.perform(.rollback(anchorId: TrialStore.id(1), toVersion: 1))
      try place.perform(.undo)
      try place.perform(.redo)
      try place.perform(.rollbackSpace(HBInstant(microseconds: 1_706_781_603_000_000)))
      try place.store.flush()
    })

  private static let behindFragment = Scenario(
    "append behind what a dead writer left",
    prepare: { place in
      try someHistory(place)
      try append(Array("{\"id\":\"0F0F".utf8), to: log, place)
    },
    run: { place in
      try place.perform(.save([TrialStore.anchor(4)]))
      try place.perform(.save([TrialStore.anchor(1, x: 5)]))
    })

  private static let twoProcesses = Scenario("two processes by turns", .os) { place in
    let other = place.openAnother()
    for step in 0..<4 {
      let x = Float(step)
      try place.perform(
        .save([TrialStore.anchor(1, x: x)]), by: step.isMultiple(of: 2) ? other : nil)
    }
    try other.flush()
    try place.store.flush()
  }

  private static let foreign = Scenario(
    "events from elsewhere", prepare: someHistory,
    run: { place in
      for number in 0..<3 {
        let event = HBAnchorEvent(
          id: TrialStore.id(UInt64(500 + number)), anchorId: TrialStore.id(7),
          spaceId: TrialStore.space, type: number == 0 ? .created : .moved,
          timestamp: Date(timeIntervalSince1970: 1_706_000_000 + Double(number)),
          version: number + 1, transform: HBTransform.make(position: SIMD3(Float(number), 0, 0)))
        try place.store.appendEvent(event)
        place.note([event.id])
      }
      try place.store.flush()
    })

  private static let imported = Scenario(
    "an import", prepare: someHistory,
    run: { place in
      let head = try place.store.imports.log(of: TrialStore.space).head
      var events: [UUID] = []
      try place.store.imports.append(to: TrialStore.space, madeFor: head, late: []) { append in
        for block in 0..<3 {
          var lines: [UInt8] = []
          for number in 0..<4 {
            let event = HBAnchorEvent(
              id: TrialStore.id(UInt64(600 + block * 4 + number)),
              anchorId: TrialStore.id(UInt64(20 + number)), spaceId: TrialStore.space,
              type: block == 0 ? .created : .moved,
              timestamp: Date(timeIntervalSince1970: 1_600_000_000 + Double(block)),
              version: block + 1, transform: HBTransform.make(position: SIMD3(0, Float(block), 0)))
            lines += try event.line()
            events.append(event.id)
          }
          try append(lines)
        }
        return Set((0..<4).map { TrialStore.id(UInt64(20 + $0)) })
      }
      place.note(events)
      try place.store.flush()
    })

  // MARK: Files

  private static let spaces = Scenario("create and rename a space", .os) { place in
    let id = try place.store.spaces.create(name: "hall")
    let path = "spaces/\(id.uuidString).json"
    place.noteFile(path)
    try place.store.spaces.rename(id, to: "great hall")
    place.noteFile(path)
    try place.store.spaces.rename(id, to: nil)
    place.noteFile(path)
  }

  private static let separateMaps = Scenario(
    "save a space whose map lies apart", .os,
    prepare: { place in
      try place.reached.createDirectories(Workplace.base.appending("worldmaps"))
      try place.store.saveSpace(space(map: [1, 2, 3]))
    },
    run: { place in
      let name = TrialStore.space.uuidString
      try place.store.saveSpace(space(map: [UInt8](repeating: 7, count: 2000)))
      place.noteFile("spaces/\(name).json")
      place.noteFile("worldmaps/\(name).bin")
      try place.store.saveSpace(space(map: []))
      place.noteFile("spaces/\(name).json")
      place.noteFile("worldmaps/\(name).bin")
    })

  private static let lists = Scenario("bookmarks and pending operations", .os) { place in
    let bookmarks = place.store.bookmarks
    let first = bookmarks.make(
      "before the move", at: HBInstant(microseconds: 0), spaceId: TrialStore.space)
    _ = try bookmarks.add(first)
    place.noteFile(".hyperbasis/bookmarks.json")
    _ = try bookmarks.remove(first)
    place.noteFile(".hyperbasis/bookmarks.json")
    for count in 1...2 {
      try place.store.savePendingOperations(
        (0..<count).map { number in
          HBPendingOperation(
            type: .saveSpace(TrialStore.id(UInt64(number))), id: TrialStore.id(UInt64(number)),
            createdAt: Date(timeIntervalSince1970: 1_700_000_000))
        })
      place.noteFile("pending_operations.json")
    }
  }

  private static let anchorFiles = Scenario("anchor files of many anchors", .os) { place in
    try place.perform(.save((1...12).map { TrialStore.anchor($0) }))
    try place.store.flush()
    try place.perform(.save((1...12).map { TrialStore.anchor($0, x: 3) }))
    try place.store.flush()
  }

  private static let purge = Scenario(
    "purge deleted anchors",
    prepare: { place in
      try someHistory(place)
      try place.perform(.delete([TrialStore.id(1)]))
    },
    run: { place in
      _ = try place.store.purgeDeletedAnchors(before: Date(timeIntervalSince1970: 4_000_000_000))
    })

  // MARK: Repairs

  private static let logRepair = Scenario(
    "repair a log",
    prepare: { place in
      try someHistory(place)
      try append([UInt8](repeating: 0, count: 300) + [0x0a], to: log, place)
      try append(Array("{\"id\": not an event}\n".utf8), to: log, place)
      try place.perform(.save([TrialStore.anchor(1, x: 9)]))
      try append(Array("{\"id\":\"torn".utf8), to: log, place)
    },
    run: { place in
      _ = try place.store.verifier.repair()
    })

  private static let fileRepair = Scenario(
    "repair files",
    prepare: { place in
      try someHistory(place)
      try place.store.flush()
      try write([], to: "anchors/\(TrialStore.id(1).uuidString).json", place)
      try write(Array("{".utf8), to: "spaces/\(TrialStore.id(77).uuidString).json", place)
      try write(Array("[".utf8), to: "pending_operations.json", place)
      try write(Array("{}".utf8), to: "anchors/stranger.json", place)
      // A second log of the same space, in lower case.
      let bytes = try place.files.contents(of: Workplace.base.appending(log)) ?? Data()
      try write([UInt8](bytes), to: log.lowercased(), place)
    },
    run: { place in
      _ = try place.store.verifier.repair()
    })

  private static let drift = Scenario(
    "write what only anchor files know",
    prepare: { place in
      try someHistory(place)
      try place.store.flush()
      try place.store.saveAnchor(drifted)
      try place.store.saveAnchor(TrialStore.anchor(30))
    },
    run: { place in
      _ = try place.store.verifier.repair()
      try place.perform(.save([TrialStore.anchor(30, x: 1)]))
    })

  // MARK: The trash

  private static let deletion = Scenario(
    "delete a space", prepare: wholeSpace,
    run: { place in
      try place.store.deleteSpace(id: TrialStore.space)
    })

  private static let returnFromTrash = Scenario(
    "bring a space back from the trash",
    prepare: { place in
      try wholeSpace(place)
      try place.store.deleteSpace(id: TrialStore.space)
    },
    run: { place in
      for space in try place.store.trash.list() { try place.store.trash.restore(space) }
    })
}

// MARK: - Building blocks

extension Scenario {
  @Sendable private static func someHistory(_ place: Workplace) throws {
    try place.perform(.save([TrialStore.anchor(1), TrialStore.anchor(2)]))
    try place.perform(.save([TrialStore.anchor(1, x: 1)]))
    try place.perform(.save([TrialStore.anchor(2, text: "edited")]))
  }

  @Sendable private static func wholeSpace(_ place: Workplace) throws {
    try someHistory(place)
    try place.store.saveSpace(space(map: [1, 2, 3]))
    try place.store.flush()
  }

  private static var drifted: HBAnchor {
    HBAnchor(
      id: TrialStore.id(1), spaceId: TrialStore.space,
      transform: HBTransform.make(position: SIMD3(8, 8, 8)), metadata: ["text": "by another"],
      createdAt: Date(timeIntervalSince1970: 1_705_000_000),
      updatedAt: Date(timeIntervalSince1970: 1_706_900_000))
  }

  private static func space(map: [UInt8]) -> HBStorageSpace {
    let date = Date(timeIntervalSince1970: 1_705_000_000)
    return HBStorageSpace(
      id: TrialStore.space, name: "hall", worldMapData: Data(map), createdAt: date,
      updatedAt: date, isCompressed: false)
  }

  /// Appends as a program does that ignores locks.
  private static func append(_ bytes: [UInt8], to path: String, _ place: Workplace) throws {
    let file = try place.files.open(Workplace.base.appending(path), .append)
    try place.files.writeAll(file, bytes)
  }

  private static func write(_ bytes: [UInt8], to path: String, _ place: Workplace) throws {
    let path = Workplace.base.appending(path)
    try place.files.createDirectories(path.removingLastComponent())
    try place.files.replace(path, with: Data(bytes), .view)
  }
}
