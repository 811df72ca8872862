import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisJSONText
import TestSupport

@testable import HyperbasisSync

/// Compares the contents of devices that have all synced with each other and with the cloud.
struct ConvergenceCheck {
  let party: Party
  let acknowledged: Acknowledgements
}

extension ConvergenceCheck {
  private var isLogShared: Bool { party.cloud.now.tier == .migrated }

  func faults(using random: inout SeededGenerator) throws -> [ConvergenceFault] {
    let views = try party.devices.map { try View($0) }
    var faults: [ConvergenceFault] = []
    for (number, view) in views.enumerated() {
      if view.pending > 0 {
        faults.append(ConvergenceFault("device \(number): \(view.pending) pending"))
      }
      faults += view.differences(from: views[0], number, party.cloud.now.tier)
      faults += lost(view, number)
    }
    return try faults + againstCloud(views[0]) + past(views, using: &random)
  }

  /// Returns how many spaces have a map on all devices that another program wrote.
  func mapsOfOthers() throws -> Int {
    try party.cloud.now.spaces.values.count { row in
      guard let map = row.map, map.sha256 == nil else { return false }
      let bytes = party.cloud.now.objects[map.address]
      return try party.devices.allSatisfy { device in
        try device.store.loadSpace(id: row.id)?.worldMapData == bytes
      }
    }
  }

  /// If logs were exchanged, every device sees the past as the events that users wrote tell it.
  private func past(
    _ views: [View], using random: inout SeededGenerator
  ) throws -> [ConvergenceFault] {
    guard isLogShared else { return [] }
    var faults: [ConvergenceFault] = []
    for space in views[0].spaces.keys.sorted(by: { $0.uuidString < $1.uuidString }) {
      let lines = views.reduce(into: Set<[UInt8]>()) { $0.formUnion($1.shared[space] ?? []) }
      let truth = NaiveFold(lines: Array(lines), spaceId: space)
      // The device that deleted the space may have the only log of some anchors, in its trash.
      let told = Set(truth.events.map(\.anchorId))
      let isWhole = !acknowledged.deletedSpaces.contains { $0.id == space }
      let instants = (0..<20).compactMap { _ in truth.events.randomElement(using: &random)?.instant
      }
      for (number, device) in party.devices.enumerated() {
        let index = try device.store.open[space].withLog { $0.index }
        for instant in instants {
          let state = index.state(at: HBInstant(microseconds: instant))
          let shown = try index.anchors(in: state).filter { isWhole || told.contains($0.id) }
            .map { View.text(of: AnchorRow($0)) }.sorted()
          let expected = try truth.state(at: instant).map { try View.text(of: $0) }.sorted()
          if shown != expected {
            faults.append(
              ConvergenceFault(
                "device \(number): at \(instant) \(shown) instead of \(expected)"))
          }
        }
      }
    }
    return faults
  }

  /// Returns faults for events that were acknowledged and are nowhere.
  private func lost(_ view: View, _ number: Int) -> [ConvergenceFault] {
    guard isLogShared else { return [] }
    return acknowledged.all.flatMap { space, events in
      guard view.spaces[space] != nil else { return [ConvergenceFault]() }
      let missing = events.subtracting(view.eventIds[space] ?? [])
      return missing.isEmpty
        ? [] : [ConvergenceFault("device \(number): \(missing.count) events lost", isLoss: true)]
    }
  }

  private func againstCloud(_ view: View) -> [ConvergenceFault] {
    let state = party.cloud.now
    var faults: [ConvergenceFault] = []
    if Set(state.spaces.keys) != Set(view.spaces.keys) {
      faults.append(
        ConvergenceFault("cloud: spaces \(state.spaces.count) instead of \(view.spaces.count)"))
    }
    for (id, row) in state.spaces {
      let bytes = row.map.map { state.objects[$0.address] } ?? Data()
      if bytes != view.maps[id] ?? Data() {
        faults.append(
          ConvergenceFault(
            "cloud: map of \(id) at \(row.map?.address ?? "nowhere") has "
              + "\(bytes.map { "\($0.count) bytes" } ?? "no bytes"), and here are "
              + "\(view.maps[id]?.count ?? 0)"))
      }
    }
    let rows = state.anchors.values.filter { $0.deletedAt == nil }
    let visible = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, View.text(of: $0)) })
    if visible != view.anchors { faults.append(ConvergenceFault("cloud: other visible anchors")) }
    return faults
  }

  /// Returns what is wrong with restarted devices: they must read the same from disk, without problems.
  func faultsAfterRestart() throws -> [ConvergenceFault] {
    try party.devices.enumerated().flatMap { number, device in
      let before = try View(device)
      try device.store.flush()
      device.restart()
      let after = try View(device)
      // Events ahead of the clock are reported rightly: the clocks are wrong.
      let problems = try device.store.verifier.verify().problems.filter { $0.kind != .future }
      var faults = problems.map { ConvergenceFault("device \(number): \($0)") }
      if before.lines != after.lines || before.anchors != after.anchors {
        faults.append(ConvergenceFault("device \(number): reads otherwise after a restart"))
      }
      return faults
    }
  }
}

/// What a device shows.
private struct View {
  let pending: Int
  /// Name and map, by space.
  var spaces: [UUID: String] = [:]
  var maps: [UUID: Data] = [:]
  /// The visible anchors.
  var anchors: [UUID: String] = [:]
  var eventIds: [UUID: Set<UUID>] = [:]
  var lines: [UUID: Set<[UInt8]>] = [:]
  /// The lines that all devices share: without those that each has derived from rows for itself.
  var shared: [UUID: Set<[UInt8]>] = [:]

  init(_ device: Device) throws {
    pending = device.pending
    for space in try device.store.catalog.ids() {
      let stored = try device.store.loadSpace(id: space)
      spaces[space] = "\(stored?.name ?? "-") \(stored?.worldMapData.map(String.init) ?? [])"
      maps[space] = stored?.worldMapData
      for anchor in try device.store.loadAnchors(spaceId: space) where !anchor.isDeleted {
        anchors[anchor.id] = Self.text(of: AnchorRow(anchor))
      }
      eventIds[space] = Set(try device.store.loadEvents(spaceId: space).map(\.id))
      var found = Set<[UInt8]>()
      try device.store.events.forEachLine(of: space) { found.insert($0.bytes) }
      lines[space] = found
      shared[space] = found.filter { line in
        !String(decoding: line, as: UTF8.self).contains(#","derived":"#)
      }
    }
  }

  static func text(of row: AnchorRow) -> String {
    let metadata = (try? JSONWriter.encode(.dictionary(row.metadata))) ?? []
    return "\(row.transform[12]) \(String(decoding: metadata, as: UTF8.self))"
  }

  static func text(of anchor: NaiveFold.Anchor) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: anchor.metadata)
    let metadata = try JSONWriter.encode(try JSONParser.parse([UInt8](data)))
    return "\(anchor.transform[12]) \(String(decoding: metadata, as: UTF8.self))"
  }

  func differences(from other: View, _ number: Int, _ tier: CloudTier) -> [ConvergenceFault] {
    var faults: [String] = []
    for id in Set(spaces.keys).union(other.spaces.keys) where spaces[id] != other.spaces[id] {
      let (here, there) = (spaces[id] ?? "nothing", other.spaces[id] ?? "nothing")
      faults.append("space \(id) is \(here) instead of \(there)")
    }
    if anchors != other.anchors { faults.append("anchors differ") }
    if tier == .migrated, shared != other.shared {
      for (id, own) in shared {
        for line in own.symmetricDifference(other.shared[id] ?? []) {
          faults.append(
            "\(own.contains(line) ? "alone" : "lacks") \(String(decoding: line, as: UTF8.self))")
        }
      }
      faults.append("events differ")
    }
    return faults.map { ConvergenceFault("device \(number): \($0)") }
  }
}
