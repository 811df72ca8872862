import Canvas
import Foundation
import Hyperbasis

/// Puts together what the plan shows of a state.
struct PlanSceneBuilder {
  let data: SpaceData
  let settings: Settings
  let filter: EventFilter?
  let selection: Int?
  let hasCamera: Bool

  /// Old places are drawn for so many anchors, the farthest moved first; more cannot be read.
  private static let ghostLimit = 1000

  /// Beyond this many anchors, lines that need every anchor's metadata are left out.
  private static let lineLimit = 4000

  /// A state, and what differs from an earlier one.
  func scene(at position: Int, comparison: Comparison? = nil) -> PlanScene {
    let state = data.state(at: position)
    let list = data.anchors(
      AnchorList.Key(position: position, includesDeleted: false, filter: filter))
    var items = list.slots.compactMap { slot in
      state.ordinal(ofSlot: Int(slot)).map { item(Int(slot), $0, comparison) }
    }
    var removed: [Int: Int] = [:]
    for row in comparison?.rows ?? [] where row.difference == .removed {
      guard let before = row.before else { continue }
      removed[row.slot] = before
      items.append(
        PlanItem(slot: row.slot, point: PlanPoint(data.index.position(before)), change: .removed))
    }
    var scene = scene(items) { slot in removed[slot] ?? state.ordinal(ofSlot: slot) }
    scene.note = note(hidden: list.hiddenByFilter)
    guard list.count <= Self.lineLimit else { return scene }
    addLines(to: &scene, list, state)
    return scene
  }

  /// The latest state, and what changes would make of it.
  func scene(of changes: [HBPlannedChange]) -> PlanScene {
    let state = data.state(at: data.index.count)
    let list = data.anchors(
      AnchorList.Key(position: data.index.count, includesDeleted: false, filter: nil))
    let slots = slots(of: changes)
    let touched = Set(slots)
    var items = list.slots.compactMap { slot -> PlanItem? in
      guard !touched.contains(Int(slot)) else { return nil }
      return state.ordinal(ofSlot: Int(slot)).map { item(Int(slot), $0, nil) }
    }
    items += zip(slots, changes).compactMap { item($0, $1) }
    var scene = scene(items) { slot in state.ordinal(ofSlot: slot) }
    let faces = faces(of: changes, slots)
    let label = scene.label
    scene.label = { slot in faces[slot]?.label ?? label(slot) }
    if list.count <= Self.lineLimit { addLines(to: &scene, list, state) }
    return scene
  }

  /// The slots of the anchors; those that are not in the log yet get numbers beyond it.
  private func slots(of changes: [HBPlannedChange]) -> [Int] {
    changes.enumerated().map { number, change in
      data.index.slot(of: change.anchorId) ?? data.index.slotCount + number
    }
  }

  private func faces(of changes: [HBPlannedChange], _ slots: [Int]) -> [Int: AnchorFace] {
    var faces: [Int: AnchorFace] = [:]
    for (slot, change) in zip(slots, changes) {
      let metadata = (change.after ?? change.before)?.metadata ?? [:]
      faces[slot] = AnchorFace(metadata, id: change.anchorId)
    }
    return faces
  }

  private func item(_ slot: Int, _ ordinal: Int, _ comparison: Comparison?) -> PlanItem {
    let point = PlanPoint(data.index.position(ordinal))
    guard let comparison, let number = comparison.number(ofSlot: slot) else {
      return PlanItem(slot: slot, point: point)
    }
    let row = comparison.rows[number]
    let rank = number - comparison.movedStart
    let isAway = row.difference == .moved && row.distance > 0 && rank < Self.ghostLimit
    let ghost = isAway ? row.before.map { origin(data.index.position($0), comparison) } : nil
    return PlanItem(slot: slot, point: point, change: row.difference.planChange, ghost: ghost)
  }

  /// Where an anchor would be, had it only gone along with a shift that is taken out.
  private func origin(_ position: SIMD3<Float>, _ comparison: Comparison) -> PlanPoint {
    guard comparison.isShiftTakenOut, let shift = comparison.shift else {
      return PlanPoint(position)
    }
    let moved = shift.apply(to: SIMD3<Double>(position))
    return PlanPoint(x: moved.x, z: moved.z)
  }

  private func item(_ slot: Int, _ change: HBPlannedChange) -> PlanItem? {
    let difference = change.difference
    guard let shown = difference == .removed ? change.before : change.after else { return nil }
    let old = difference == .moved ? change.before.map { PlanPoint($0.position) } : nil
    return PlanItem(
      slot: slot, point: PlanPoint(shown.position), change: difference.planChange, ghost: old)
  }

  private func note(hidden: Int) -> TerminalText {
    if hidden > 0 { return "\(hidden) filtered out" }
    return hasCamera ? "moved: 0 fits" : .empty
  }
}

// MARK: - Looks

extension PlanSceneBuilder {
  private func scene(
    _ items: [PlanItem], ordinal: @escaping (_ slot: Int) -> Int?
  ) -> PlanScene {
    let heights = settings.coloring == .height ? heightRange(items, ordinal) : nil
    var scene = PlanScene(
      items: items, selection: selection,
      appearance: { slot in
        ordinal(slot).map { appearance(after: $0, heights) } ?? PlanAppearance()
      },
      label: { slot in ordinal(slot).map { data.face(after: $0).label } ?? .empty })
    scene.showsLabels = settings.showsLabels
    return scene
  }

  private func appearance(after ordinal: Int, _ heights: ClosedRange<Float>?) -> PlanAppearance {
    let face = data.face(after: ordinal)
    return PlanAppearance(
      kind: PlanKind(type: face.type), heading: data.heading(after: ordinal),
      color: color(face, ordinal, heights))
  }

  private func color(_ face: AnchorFace, _ ordinal: Int, _ heights: ClosedRange<Float>?) -> Color? {
    switch settings.coloring {
    case .change: nil
    case .type: face.type.map { .category(CategoryNumber.of($0)) }
    case .color: face.color.map { .category(CategoryNumber.ofColor($0)) }
    case .actor: data.index.actor(ordinal).map { .category(CategoryNumber.of($0)) }
    case .height: heights.map { .height(share(data.index.position(ordinal).y, of: $0)) }
    }
  }

  private func share(_ height: Float, of range: ClosedRange<Float>) -> Double {
    let extent = range.upperBound - range.lowerBound
    return extent > 0 ? Double((height - range.lowerBound) / extent) : 0.5
  }

  private func heightRange(
    _ items: [PlanItem], _ ordinal: (_ slot: Int) -> Int?
  ) -> ClosedRange<Float>? {
    let heights = items.compactMap { ordinal($0.slot).map { data.index.position($0).y } }
    guard let low = heights.min(), let high = heights.max() else { return nil }
    return low...high
  }
}

// MARK: - Lines

extension PlanSceneBuilder {
  private func addLines(to scene: inout PlanScene, _ list: AnchorList, _ state: SpaceState) {
    var path: [(order: Int, point: PlanPoint)] = []
    for slot in list.slots.lazy.map({ Int($0) }) {
      guard let ordinal = state.ordinal(ofSlot: slot) else { continue }
      let face = data.face(after: ordinal)
      let point = PlanPoint(data.index.position(ordinal))
      if face.type == "waypoint", let order = face.order { path.append((order, point)) }
      if let end = endpoint(of: face, in: state) {
        scene.measurements.append(
          PlanMeasurement(from: point, to: end, text: face.measure ?? .empty))
      }
      if settings.trails != .off, let trail = trail(of: slot, through: state.position) {
        scene.trails.append(trail)
      }
    }
    guard path.count > 1 else { return }
    scene.paths = [path.sorted { $0.order < $1.order }.map(\.point)]
  }

  private func endpoint(of face: AnchorFace, in state: SpaceState) -> PlanPoint? {
    guard let id = face.endpoint, let slot = data.index.slot(of: id),
      let ordinal = state.ordinal(ofSlot: slot), data.index.isVisible(ordinal)
    else { return nil }
    return PlanPoint(data.index.position(ordinal))
  }

  /// The places where an anchor was, up to a position of the log.
  private func trail(of slot: Int, through position: Int) -> PlanTrail? {
    let postings = data.index.ordinals(ofSlot: slot)
    var points: [PlanPoint] = []
    var number = postings.count(below: position) - 1
    while number >= 0, points.count < settings.trails.length {
      let ordinal = postings[number]
      number -= 1
      guard data.index.hasStarted(ordinal) else { break }
      let point = PlanPoint(data.index.position(ordinal))
      if point != points.last { points.append(point) }
    }
    return points.count > 1 ? PlanTrail(points: points.reversed()) : nil
  }
}

extension Difference {
  var planChange: PlanChange {
    switch self {
    case .removed: .removed
    case .added: .added
    case .moved: .moved
    case .updated: .updated
    }
  }
}

/// Numbers for the colours of names, the same in every session.
enum CategoryNumber {
  static func of(_ name: String) -> Int {
    // FNV-1a.
    var hash: UInt32 = 2_166_136_261
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash % UInt32(Color.categoryCount))
  }

  /// The colours of the palette that come near those that notes are painted with.
  static func ofColor(_ name: String) -> Int {
    named[name.lowercased()] ?? hex(name) ?? of(name)
  }

  private static let named = [
    "blue": 0, "green": 1, "orange": 2, "purple": 3, "violet": 3, "cyan": 4, "teal": 4,
    "yellow": 5, "red": 6, "pink": 10, "brown": 9,
  ]

  /// By the hue of `#RRGGBB`.
  private static func hex(_ text: String) -> Int? {
    guard text.hasPrefix("#"), text.utf8.count == 7, let code = Int(text.dropFirst(), radix: 16)
    else { return nil }
    let parts = [code >> 16, code >> 8 & 255, code & 255].map { Double($0) }
    let (red, green, blue) = (parts[0], parts[1], parts[2])
    let high = max(red, green, blue)
    let range = high - min(red, green, blue)
    guard range > 24 else { return 8 }
    let hue: Double =
      if high == red {
        ((green - blue) / range * 60 + 360).truncatingRemainder(dividingBy: 360)
      } else if high == green {
        (blue - red) / range * 60 + 120
      } else {
        (red - green) / range * 60 + 240
      }
    let steps: [(upTo: Double, category: Int)] = [
      (15, 6), (40, 2), (70, 5), (160, 1), (200, 4), (260, 0), (300, 3), (345, 10), (360, 6),
    ]
    return steps.first { hue <= $0.upTo }?.category
  }
}
