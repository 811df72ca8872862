import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisExchange
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisTimeMachine
import HyperbasisWording

/// The numbers and texts that a page holds: columns by event, and what they point to.
///
/// All text is already safe: characters that would hide or reverse other text are made visible.
struct PageData {
  private var slots: [Int: Int] = [:]
  private var ids: [UUID] = []
  private var rotations = Numbering<[Float]>()
  private var metadata = Numbering<[String: AnyCodableValue]>()
  private var labels: [TerminalText?] = []
  private var actors = Numbering<String>()
  private var columns = Columns()
  private var smallMoves = SmallMoves()
  private let span: ClosedRange<Int64>
  private let isRedacted: Bool

  private struct Columns {
    var anchor: [Int] = []
    var rotation: [Int] = []
    var metadata: [Int] = []
    var actor: [Int] = []
    var flags: [Int] = []
    var position: [SIMD3<Float>] = []
    var instant: [Int64] = []
  }

  /// - Parameter isRedacted: whether to leave out what people wrote: metadata, labels, who did it.
  ///   That metadata differ still shows, by their numbers.
  init(_ history: PageHistory, isRedacted: Bool) throws {
    self.isRedacted = isRedacted
    let (first, last) = (history.span?.lowerBound, history.span?.upperBound)
    span = (first?.microseconds ?? 0)...(last?.microseconds ?? 0)
    let index = history.index
    numberAnchors(of: history)
    var place = 0
    let start = span.lowerBound
    let leftOut = Set(history.leftOut)
    try index.forEachState(after: history.allOrdinals) { ordinal, transform, values in
      let slot = index.slot(ordinal)
      guard !leftOut.contains(ordinal) else {
        smallMoves.leaveOut(slot: slot, transform, at: index.instant(ordinal))
        return
      }
      if !leftOut.isEmpty { smallMoves.show(slot: slot, row: place, transform) }
      columns.anchor.append(slots[slot, default: 0])
      columns.position.append(HBTransform.position(transform))
      columns.rotation.append(rotations.number(of: transform.withoutPosition))
      columns.metadata.append(number(of: values, index.anchorId(ofSlot: slot)))
      let actor = isRedacted ? nil : index.actor(ordinal)
      columns.actor.append(actor.map { actors.number(of: $0) } ?? -1)
      columns.flags.append(Self.flags(ofEvent: ordinal, in: index))
      let instant = index.instant(ordinal).microseconds
      columns.instant.append(place < history.base ? start : max(start, instant))
      place += 1
    }
  }

  /// Returns as bits the type of an event, whether its anchor is visible after it, and its origin.
  private static func flags(ofEvent ordinal: Int, in index: EventIndex) -> Int {
    let origin = EventOrigin(ofEvent: ordinal, in: index)?.rawValue ?? 0
    return index.type(ordinal).code + (index.isVisible(ordinal) ? 8 : 0) + 16 * origin
  }

  /// Numbers the anchors in the store's order, which is that of all lists.
  private mutating func numberAnchors(of history: PageHistory) {
    let index = history.index
    let present = Set(history.ordinals.map(index.slot))
    for slot in index.slotsInStoreOrder.map(Int.init) where present.contains(slot) {
      slots[slot] = ids.count
      ids.append(index.anchorId(ofSlot: slot))
    }
  }

  private mutating func number(of values: [String: AnyCodableValue], _ id: UUID) -> Int {
    guard !values.isEmpty else { return -1 }
    let number = metadata.number(of: values)
    if number == labels.count {
      let label = AnchorDescription(values, id: id).label
      // Without a label the page itself shows the beginning of the id.
      labels.append(label.plain == ShortId.text(id) ? nil : label)
    }
    return number
  }
}

/// Numbers values from 0, in the order in which they first occur.
private struct Numbering<Value: Hashable> {
  private(set) var values: [Value] = []
  private var numbers: [Value: Int] = [:]

  mutating func number(of value: Value) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = values.count
    values.append(value)
    return values.count - 1
  }
}

extension HBAnchorEvent.EventType {
  /// The number of the type in the page's list of words for types.
  fileprivate var code: Int {
    switch self {
    case .created: 0
    case .moved: 1
    case .updated: 2
    case .deleted: 3
    case .restored: 4
    }
  }
}

extension [Float] {
  /// The transform with its position set to zero.
  fileprivate var withoutPosition: [Float] {
    var copy = self
    for place in 12..<15 { copy[place] = 0 }
    return copy
  }

  /// Whether the axes are those of a rotation, all of the same length.
  fileprivate func isRotationAndScale(
    _ rotation: UnitQuaternion, _ scale: SIMD3<Double>
  ) -> Bool {
    guard scale.max() - scale.min() <= 1e-4 * scale.max(), !HBTransform.isMirrored(self) else {
      return false
    }
    let matrix = rotation.matrix
    for (column, axis) in [matrix.x, matrix.y, matrix.z].enumerated() {
      for row in 0..<3 {
        let element = Double(self[4 * column + row]) / scale[column]
        guard abs(element - axis[row]) < 1e-3 else { return false }
      }
    }
    return true
  }
}

// MARK: - JSON

extension PageData {
  func write(to writer: inout JSONWriter) throws {
    writer.list("ids", ids) { $0.string($1.uuidString) }
    writeColumns(to: &writer)
    writer.list("rotations", rotations.values) { $0.rotation($1) }
    let texts = isRedacted ? [] : Array(zip(metadata.values, labels))
    let keys = Set(texts.lazy.flatMap(\.0.keys)).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    writer.list("keys", keys) { $0.string(KeyText.text($1, limit: 200).plain) }
    let numbers = Dictionary(uniqueKeysWithValues: zip(keys, keys.indices))
    writer.list("metadata", texts) { $0.metadata($1.0, $1.1, numbers) }
    writer.list("actors", actors.values) { $0.string(TerminalText($1, limit: 200).plain) }
  }

  /// Writes the columns. Instants are whole microseconds, each from the one before; the page counts
  /// from the first, which it gets as seconds and microseconds: its numbers hold only 285 years of them.
  private func writeColumns(to writer: inout JSONWriter) {
    let start = columns.instant.first ?? span.lowerBound
    let seconds = Int((Double(start) / 1e6).rounded(.down))
    writer.list("t0", [seconds, Int(start) - seconds * 1_000_000]) { $0.int($1) }
    writer.member("start", Int(span.lowerBound - start))
    writer.member("end", Int(span.upperBound - start))
    let former = [start] + columns.instant.dropLast()
    writer.list("dt", Array(zip(columns.instant, former))) { $0.int(Int($1.0 - $1.1)) }
    writer.list("a", columns.anchor) { $0.int($1) }
    writer.list("x", columns.position) { $0.coordinate($1.x) }
    writer.list("y", columns.position) { $0.coordinate($1.y) }
    writer.list("z", columns.position) { $0.coordinate($1.z) }
    writer.list("r", columns.rotation) { $0.int($1) }
    writer.list("m", columns.metadata) { $0.int($1) }
    writer.list("w", columns.actor) { $0.int($1) }
    writer.list("f", columns.flags) { $0.int($1) }
    writeSmallMoves(after: start, to: &writer)
  }

  private func writeSmallMoves(after start: Int64, to writer: inout JSONWriter) {
    writer.list("sr", smallMoves.rows) { $0.int($1) }
    let instants = smallMoves.instants.map { max(span.lowerBound, $0.microseconds) }
    let former = [start] + instants.dropLast()
    writer.list("sdt", Array(zip(instants, former))) { $0.int(Int($1.0 - $1.1)) }
    writer.list("sp", smallMoves.places) { $0.int($1) }
  }
}

extension JSONWriter {
  fileprivate mutating func list<Element>(
    _ name: String, _ elements: [Element], _ body: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    beginArray()
    for element in elements { body(&self, element) }
    endArray()
  }

  /// Writes a coordinate; a log has only finite ones.
  fileprivate mutating func coordinate(_ value: Float) {
    do { try float(value == 0 ? 0 : value) } catch { null() }
  }

  private mutating func rounded(_ value: Double, _ factor: Double) {
    do { try double((value * factor).rounded() / factor + 0) } catch { null() }
  }

  /// Writes yaw in degrees or null, the quaternion, and the scale; if the transform is not a rotation
  /// with one scale, the lengths of the three axes instead, and the axes themselves if all have a length.
  ///
  /// All have enough decimals that a turn just below what is shown does not round up to it.
  fileprivate mutating func rotation(_ transform: [Float]) {
    beginArray()
    if let yaw = HBTransform.yaw(transform) { rounded(yaw, 1e9) } else { null() }
    let quaternion = UnitQuaternion(turnOf: transform) ?? .identity
    for value in [quaternion.x, quaternion.y, quaternion.z, quaternion.w] { component(value) }
    let scale = HBTransform.scale(transform)
    if transform.isRotationAndScale(quaternion, scale) {
      scaling(scale.sum() / 3)
    } else {
      for length in [scale.x, scale.y, scale.z] { scaling(length) }
      let columns = HBTransform.hasAxes(transform) ? 0..<3 : 0..<0
      for column in columns {
        for row in 0..<3 { component(Double(transform[4 * column + row]) / scale[column]) }
      }
    }
    endArray()
  }

  /// Writes a component of an axis or a quaternion; small ones, which decide small turns, to more
  /// decimals.
  private mutating func component(_ value: Double) {
    rounded(value, abs(value) < 0.01 ? 1e12 : 1e9)
  }

  /// Writes a length to eight digits, however small it is: more than a `Float` has.
  private mutating func scaling(_ length: Double) {
    rounded(length, length > 0 ? pow(10, 7 - log10(length).rounded(.down)) : 1)
  }

  /// If two values differ only after this length, the page shows that they do, but not how.
  private static let longestValue = 10_000

  /// Writes the label or null, then the numbers of keys and the values in turn.
  fileprivate mutating func metadata(
    _ values: [String: AnyCodableValue], _ label: TerminalText?, _ numbers: [String: Int]
  ) {
    beginArray()
    if let label { string(label.plain) } else { null() }
    let numbered = values.compactMap { key, value in numbers[key].map { ($0, value) } }
    for (number, value) in numbered.sorted(by: { $0.0 < $1.0 }) {
      int(number)
      string(ValueText.text(value, limit: Self.longestValue).plain)
    }
    endArray()
  }
}
