import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// The anchors of the date on screen: the plan as text.
struct AnchorRows: TabRows {
  let state: State
  let view: SpaceView
  private let listed: ListedAnchors
  private let snapshot: FoldedState
  private let colors: AnchorColors
  private var coordinates = CoordinateColumns([], longestName: 0, room: 0)

  init(state: State, view: SpaceView) {
    self.state = state
    self.view = view
    listed = view.listedAnchors
    snapshot = view.data.state(at: view.offset)
    colors = AnchorColors(
      view.data, coloring: state.settings.coloring,
      offset: view.compare.mode == .off ? view.offset : nil)
  }

  var count: Int { listed.count }

  func headings(columns: Int) -> [TerminalText] {
    if view.awaitsNames { return ["reading names"] }
    let counts = countTexts
    let numbers = coordinates.heading
    let unit = coordinates.unit.map { ", in \($0)" as TerminalText } ?? .empty
    let order = view.lists.order.heading
    // Numbers without a unit are taken for metres.
    let least = coordinates.isInKilometres ? [unit] : [order, .empty]
    let texts = counts.flatMap { count in ([unit + order] + least).map { count + $0 } }
    return texts.filter { $0.width + numbers.width < columns }.map { text in
      text.padded(to: columns - numbers.width) + numbers
    } + counts.flatMap { count in least.map { count + $0 } }
  }

  private var countTexts: [TerminalText] {
    let (stored, there, deletedCount) = view.listedCounts
    let (shown, total) = (stored + listed.drafted.count, there + listed.drafted.count)
    let all = CountText.text(total, "anchor")
    let deleted: TerminalText = deletedCount > 0 ? ", \(deletedCount) deleted" : .empty
    // The shorter ones leave room for the titles of the columns.
    let short: TerminalText = "\(total)"
    if shown < total {
      let hidden: [TerminalText] =
        deletedCount > 0 ? ["\(shown) of \(short) + \(deletedCount) deleted"] : []
      return ["\(shown) of \(all)\(deleted)"] + hidden
        + ["\(shown) of \(all)", "\(shown) of \(short)"]
    }
    if count == 0 { return ["no anchors at this date"] }
    if view.isAtEnd, view.editing.hasDraft {
      // The title counts what is there, so what is not yet is counted beside it.
      let added: TerminalText = listed.drafted.isEmpty ? .empty : " + \(listed.drafted.count) new"
      let stored = CountText.text(there, "anchor")
      return ["\(stored)\(added), * draft", "\(stored)\(added)", "\(there)\(added)"]
    }
    guard view.lists.showsDeleted else { return [all, short] }
    return deletedCount > 0
      ? ["\(all)\(deleted)", "\(short) + \(deletedCount) deleted", all, short]
      : ["\(all), none deleted", all, short]
  }

  mutating func prepare(rows: Range<Int>, columns: Int) {
    let shown = rows.compactMap { self.shown($0) }
    coordinates = CoordinateColumns(
      shown.map(\.position), longestName: shown.map(\.label.width).max() ?? 0,
      room: columns - Self.glyphColumns)
  }

  func draw(row: Int, into frame: inout Frame, line: Region) {
    guard let shown = shown(row) else { return }
    draw(
      shown.glyph, shown.label, coordinates.text(shown.position), style: shown.style,
      glyphStyle: shown.glyphStyle, ellipsis: state.settings.charset.ellipsis, into: &frame,
      line: line)
  }
}

// MARK: - Rows

extension AnchorRows {
  private struct Shown {
    var glyph: Glyph
    var label: TerminalText
    var position: SIMD3<Float>
    var style = Style.plain
    var glyphStyle: Style?
  }

  private func shown(_ row: Int) -> Shown? {
    switch listed[row] {
    case .drafted(let anchor): return drafted(anchor)
    case .stored(let slot):
      if let anchor = view.shownDraft(view.index.anchorId(ofSlot: slot)) { return drafted(anchor) }
      return snapshot.ordinal(ofSlot: slot).map { stored(slot, after: $0) }
    }
  }

  private func stored(_ slot: Int, after ordinal: Int) -> Shown {
    let description = view.data.description(after: ordinal)
    let isHidden = view.index.isHidden(ordinal)
    let glyph = MapGlyphs(state.settings.charset).glyph(
      MapAppearance(
        kind: MapKind(type: description.type),
        heading: view.data.heading(after: ordinal, from: view.map.viewpoint)),
      isHidden ? .removed : .unchanged)
    var shown = Shown(
      glyph: glyph, label: isHidden ? "\(description.label) (deleted)" : description.label,
      position: view.index.position(ordinal), style: isHidden ? Style(.removed) : .plain)
    if !isHidden, let color = colors.color(ofSlot: slot, after: ordinal) {
      shown.glyphStyle = colors.isFresh(slot: slot) ? Style(color, .bold) : Style(color)
    }
    return shown
  }

  /// Returns an anchor as the draft leaves it, with a mark.
  private func drafted(_ anchor: HBAnchor) -> Shown {
    let change = view.changeOfLive(to: anchor)
    let glyph = MapGlyphs(state.settings.charset).glyph(
      MapAppearance(), change.difference.mapChange)
    return Shown(
      glyph: glyph, label: "\(anchor.shortLabel)*", position: anchor.position,
      style: change.difference.style)
  }
}

/// The aligned columns of x, y and z in a list, as wide as the rows on screen need them.
///
/// If there is little room for names, decimals are dropped first, then the height, then all of it.
struct CoordinateColumns {
  private struct Format {
    var axes: [Axis]
    var digits: Int
    var isKilometres = false
  }

  private typealias Axis = EventFilter.Axis

  private let format: Format?
  private let widths: [Int]

  /// Names keep up to this many columns.
  private static let nameWidth = 12

  init(_ points: [SIMD3<Float>], longestName: Int, room: Int) {
    // A position farther away than is plausible must not decide how the others are written.
    let near = points.filter { PointText.size($0) < Self.farthest }
    let size = near.map(PointText.size).max() ?? 0
    let formats: [Format] =
      switch size {
      case 10_000...: Self.farFormats(near)
      case 100...:
        [
          Format(axes: [.x, .y, .z], digits: 1), Format(axes: [.x, .y, .z], digits: 0),
          Format(axes: [.x, .z], digits: 0),
        ]
      default:
        // On a scale of centimetres two decimals would show the same number for all.
        [
          Format(axes: [.x, .y, .z], digits: PointText.digits(forSize: size)),
          Format(axes: [.x, .y, .z], digits: 2), Format(axes: [.x, .y, .z], digits: 1),
          Format(axes: [.x, .z], digits: 1),
        ]
      }
    let fitting = formats.lazy.map { ($0, Self.widths(points, $0)) }.first { _, widths in
      let all = widths.reduce(widths.count - 1, +)
      return all + 1 + min(longestName, Self.nameWidth) <= room
    }
    format = points.isEmpty ? nil : fitting?.0
    widths = fitting?.1 ?? []
  }

  /// Returns the formats for far positions. Kilometres suit positions that are all far from the origin and
  /// from each other: near the origin they leave no digits, and close together positions differ by metres.
  private static func farFormats(_ points: [SIMD3<Float>]) -> [Format] {
    if points.contains(where: { PointText.size($0) < leastKilometres }) {
      return [2, 1, 0].map { Format(axes: [.x, .y, .z], digits: $0) }
        + [Format(axes: [.x, .z], digits: 0)]
    }
    let metres = [Format(axes: [.x, .y, .z], digits: 0), Format(axes: [.x, .z], digits: 0)]
    return (extent(points) < 10_000 ? metres : []) + [
      Format(axes: [.x, .y, .z], digits: 1, isKilometres: true),
      Format(axes: [.x, .z], digits: 0, isKilometres: true),
    ]
  }

  private static func widths(_ points: [SIMD3<Float>], _ format: Format) -> [Int] {
    format.axes.map { axis in
      points.map { Self.number($0, axis, format).count }.max() ?? 1
    }
  }

  /// Returns how far apart points are along the axis on which they are farthest apart.
  private static func extent(_ points: [SIMD3<Float>]) -> Float {
    guard let first = points.first else { return 0 }
    let (low, high) = points.reduce((first, first)) {
      (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1))
    }
    return (high - low).max()
  }

  /// Below this distance from the origin, in metres, kilometres have too few digits to show a position.
  private static let leastKilometres: Float = 1000

  /// From this distance on, in metres, the leading digits are enough.
  private static let farthest: Float = 1e9

  private static func number(_ point: SIMD3<Float>, _ axis: Axis, _ format: Format) -> String {
    let value = axis.value(point)
    if abs(value) >= Double(farthest) {
      return String(format: "%.0e", format.isKilometres ? value / 1000 : value)
    }
    return DecimalText.unsignedZero(
      format.isKilometres ? value / 1000 : value, digits: format.digits)
  }
}

extension CoordinateColumns {
  /// Returns the coordinates of a point; empty if there is no room for any.
  func text(_ point: SIMD3<Float>) -> TerminalText {
    guard let format else { return .empty }
    return columns(format.axes.map { TerminalText(Self.number(point, $0, format)) })
  }

  /// `x     y     z`, above the numbers.
  var heading: TerminalText {
    guard let format else { return .empty }
    return columns(format.axes.map { TerminalText($0.rawValue) })
  }

  /// The unit of the numbers; nil if there is no room for any.
  var unit: TerminalText? { format.map { $0.isKilometres ? "km" : "m" } }

  var isInKilometres: Bool { format?.isKilometres ?? false }

  private func columns(_ texts: [TerminalText]) -> TerminalText {
    zip(texts, widths).map { $0.padded(to: $1, align: .right) }.joined(separator: " ")
  }
}
