import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisTimeMachine
import TestSupport
import Testing

@testable import HyperbasisCommands

/// The library, `diff --json` and the screen's list agree on any two states, including the shift of the
/// whole space.
struct OneComparisonTests {
  private static let chunks = 20

  /// A thousand random spaces, of 3 to 3,000 anchors, most of them small.
  @Test(arguments: 0..<chunks) func onRandomStores(_ number: Int) throws {
    for seed in stride(from: number, to: 1000, by: Self.chunks) {
      try check(RandomSpace(seed: UInt64(seed)), seed)
    }
  }

  private func check(_ space: RandomSpace, _ seed: Int) throws {
    let bench = try Workbench()
    try bench.write(space.log, to: "events/\(space.id.uuidString)/events.jsonl")
    let store = HBLocalStore(baseDirectory: bench.directory)
    let data = SpaceData(try store.snapshot(of: space.id))
    // The screen has it determined in advance for logs that are not small.
    data.prepare(.drift(.shifts))
    let threshold = MoveThreshold.allCases[seed / 2 % MoveThreshold.allCases.count]
    let place: Comment = "seed \(seed), \(space.count) anchors, \(threshold)"
    let library = try store.snapshot(of: space.id).timeline
      .diff(from: RandomSpace.start, to: .distantFuture)
    #expect(Outcome(library) == Outcome(data, .none, takesShiftOut: false), place)
    // Running the program takes longer than all the rest: each store gets one of the two.
    if seed % 2 == 0 {
      #expect(Outcome(try bench.object("diff")) == Outcome(library), place)
    } else {
      let aligned = try bench.object(
        "diff", "--align", "--min-move", "\(threshold.distance)", "--min-turn",
        "\(threshold.angle)")
      #expect(Outcome(aligned) == Outcome(data, threshold, takesShiftOut: true), place)
    }
  }

  /// The parts of a comparison that must be the same, whatever makes it.
  private struct Outcome: Equatable {
    var added: Set<String>
    var removed: Set<String>
    var moved: Set<String>
    var updated: Set<String>
    /// Without those that are in `updated` too, since the screen counts no others.
    var below: Int
    /// In billionths: the text of a number may be off by one unit in the last place.
    var shift: [Double]?

    /// Creates the outcome that `diff --json` printed.
    init(_ json: [String: Any]) {
      func ids(_ key: String) -> Set<String> {
        let elements = json[key] as? [[String: Any]] ?? []
        return Set(elements.compactMap { ($0["anchor"] as? [String: Any] ?? $0)["id"] as? String })
      }
      (added, removed) = (ids("added"), ids("removed"))
      (moved, updated) = (ids("moved"), ids("updated"))
      below = Set(json["belowThreshold"] as? [String] ?? []).subtracting(updated).count
      shift = (json["shift"] as? [String: Any]).map { shift in
        (shift["translation"] as? [Double] ?? [])
          + ["yaw", "residual", "inliers", "common", "displacement"].compactMap {
            shift[$0] as? Double
          }
          + (shift["centroid"] as? [Double] ?? [])
          + [Double((shift["shifts"] as? [String] ?? []).count)]
      }.map(Self.rounded)
    }

    private static func rounded(_ numbers: [Double]) -> [Double] {
      numbers.map { ($0 * 1e9).rounded() }
    }

    init(_ diff: HBDiff) {
      func ids(_ anchors: [HBAnchor]) -> Set<String> { Set(anchors.map(\.id.uuidString)) }
      (added, removed) = (ids(diff.added), ids(diff.removed))
      (moved, updated) = (ids(diff.moved.map(\.anchor)), ids(diff.updated.map(\.anchor)))
      below = 0
    }

    /// Creates the outcome that the screen lists from the start to the end.
    init(_ data: SpaceData, _ threshold: MoveThreshold, takesShiftOut: Bool) {
      let start = data.index.eventCount(through: HBInstant(RandomSpace.start))
      let comparison = data.comparison(
        Comparison.Key(
          from: start, to: data.index.count, rule: threshold.rule, takesShiftOut: takesShiftOut))
      func ids(_ isWanted: (Comparison.Row) -> Bool) -> Set<String> {
        Set(
          comparison.rows.filter(isWanted).map { data.index.anchorId(ofSlot: $0.slot).uuidString })
      }
      added = ids { $0.difference == .added }
      removed = ids { $0.difference == .removed }
      moved = ids { $0.difference == .moved }
      updated = ids { $0.difference == .updated || $0.isUpdated }
      below = comparison.belowThreshold
      shift = comparison.shiftTakenOut.map { shift in
        let motion = shift.motion
        return [
          motion.translation.x, motion.translation.y, motion.translation.z, motion.yaw,
          motion.residual, Double(motion.inliers), Double(motion.common), shift.displacement,
          shift.centroid.x, shift.centroid.y, shift.centroid.z, Double(shift.shifts.count),
        ]
      }.map(Self.rounded)
    }
  }
}

/// A space whose anchors are all created at one instant, and then shifted, moved, turned, edited, hidden
/// or left alone.
private struct RandomSpace {
  static let start = Date(timeIntervalSince1970: 1_700_000_000)

  let id: UUID
  let count: Int
  private(set) var log = ""
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    id = UUID.random(using: &random)
    // A few are large, and most of the others are small, so that this ends in seconds.
    let large = [3000, 1000, 300, 394]
    let part = pow(Double.random(in: 0...1, using: &random), 200)
    count = seed < large.count ? large[Int(seed)] : 3 + Int(part * 2997)
    let shares: [Double] = [0, 0.3, 0.55, 0.62, 0.8, 1]
    let share = shares[Int.random(in: shares.indices, using: &random)]
    let shift = HBRigidShift(
      translation: SIMD3(number(1.5), 0, number(1.5)), yaw: number(20), residual: 0, inliers: 0,
      common: 0)
    for _ in 0..<count {
      let follows = Double.random(in: 0..<1, using: &random) < share
      addAnchor(followsShift: follows ? shift : nil)
    }
  }

  private mutating func number(_ extent: Double) -> Double {
    .random(in: -extent...extent, using: &random)
  }

  private mutating func addAnchor(followsShift shift: HBRigidShift?) {
    let anchor = UUID.random(using: &random)
    let place = SIMD3(number(6), number(1), number(6))
    let yaw = number(180)
    let isLate = Int.random(in: 0..<20, using: &random) == 0
    add(anchor, "created", isLate ? 1 : 0, 1, at: place, yaw, #"{"text":"one"}"#)
    if let shift { return add(anchor, "moved", 2, 2, at: shift.apply(to: place), yaw + shift.yaw) }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: add(anchor, "deleted", 2, 2)
    case 1: add(anchor, "updated", 2, 2, metadata: #"{"text":"two"}"#)
    case 2: add(anchor, "moved", 2, 2, at: place, yaw + number(6))
    case 3:
      add(anchor, "moved", 2, 2, at: place + SIMD3(number(2), 0, number(2)), yaw + number(90))
      add(anchor, "updated", 3, 3, metadata: #"{"text":"two"}"#)
    case 4: add(anchor, "moved", 2, 2, at: place + SIMD3(number(0.08), 0, 0), yaw)
    default: break
    }
  }

  private mutating func add(
    _ anchor: UUID, _ type: String, _ minute: Int, _ version: Int, at place: SIMD3<Double>? = nil,
    _ yaw: Double = 0, _ metadata: String? = nil
  ) {
    let transform = place.map { HBTransform.make(position: SIMD3<Float>($0), yaw: yaw) }
    log +=
      #"{"id":"\#(UUID.random(using: &random).uuidString)","anchorId":"\#(anchor.uuidString)","#
    log += #""spaceId":"\#(id.uuidString)","type":"\#(type)","#
    log += #""timestamp":"2023-11-14T22:1\#(3 + minute):20Z","version":\#(version)"#
    if let transform { log += #","transform":\#(transform)"# }
    if let metadata { log += #","metadata":\#(metadata)"# }
    log += "}\n"
  }

  private mutating func add(
    _ anchor: UUID, _ type: String, _ minute: Int, _ version: Int, metadata: String
  ) {
    add(anchor, type, minute, version, at: nil, 0, metadata)
  }
}
