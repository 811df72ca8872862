import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisTimeMachine
import HyperbasisWording

/// A space seen from above, or what changed in it: the time machine's plan as a document.
struct PlotPicture {
  private let data: SpaceData
  private let before: FoldedState?
  private let state: FoldedState
  private let bounds: MapBounds
  /// What to include in the picture; nil for everything.
  var filter: EventFilter?
  /// What counts as a move.
  var rule = MoveRule()
  /// Whether shifts are taken out before two states are compared.
  var takesShiftOut = false
  /// The anchors whose paths are drawn.
  var followed: [Int] = []

  /// - Parameter before: the earlier of two states to compare; nil for one state alone.
  init(_ data: SpaceData, from before: FoldedState?, to state: FoldedState) {
    self.data = data
    self.before = before
    self.state = state
    // The bounds cover the whole history, so that pictures of several dates can be compared side by
    // side.
    bounds = MapBounds(index: data.index)
  }

  private func scene(on projection: MapProjection) -> MapScene {
    var builder = MapSceneBuilder(data: data, projection: projection)
    builder.showsLatest = false
    builder.filter = filter
    var scene = builder.scene(at: state.eventCount, comparison: comparison)
    scene.trails += followed.flatMap { path(ofSlot: $0).trails }
    return scene
  }

  private var comparison: Comparison? {
    before.map { before in
      data.comparison(
        Comparison.Key(
          from: before.eventCount, to: state.eventCount, rule: rule, filter: filter,
          takesShiftOut: takesShiftOut))
    }
  }

  /// Returns the path since the earlier state; without one, since the anchor was first there.
  private func path(ofSlot slot: Int) -> PlotPath {
    data.plotPath(ofSlot: slot, from: before?.eventCount ?? 0, to: state.eventCount)
  }

  private func legend(of scene: MapScene) -> PlotLegend {
    comparison.map { PlotLegend(of: $0, in: scene) } ?? PlotLegend(of: scene)
  }

  private func projection(columns: Int, rows: Int) -> MapProjection {
    MapProjection.fitting(bounds, columns: columns, rows: rows).aligned
  }
}

// MARK: - Formats

extension PlotPicture {
  /// Returns the notes beside the picture: the shifts that were taken out, and the lengths of the
  /// paths.
  func notes(showsShift: Bool) -> [TerminalText] {
    let shift =
      showsShift
      ? [
        ShiftText.takenOut(
          comparison?.shiftTakenOut, notAShift: comparison?.notAShift,
          stillShifted: comparison?.shiftTakenOut?.namesOfStillShifted(data.index) ?? [])
      ] : []
    return shift
      + followed.map { slot in
        let name = data.index.latestOrdinal(ofSlot: slot, through: state.eventCount)
          .map { data.description(after: $0).label }
        let length = TerminalText(LengthText.measured(path(ofSlot: slot).length))
        return "path of \(name ?? "an anchor that is not there yet"): \(length)"
      }
  }

  /// Returns the picture, and what its symbols stand for.
  func plan(
    size: TerminalSize, charset: Charset
  ) throws -> (frame: Frame, legend: PlotLegend) {
    var frame = Frame(size: size)
    let plot = MapScene.plotRegion(in: frame.region)
    let projection = projection(columns: plot.columns, rows: plot.rows)
    let scene = scene(on: projection)
    scene.draw(into: &frame, region: frame.region, projection: projection, charset: charset)
    return try readable((frame, legend(of: scene).inCells(scene, on: projection)))
  }

  func svg(size: TerminalSize, title: TerminalText, date: TerminalText) throws -> String {
    let scene = scene(on: projection(columns: size.columns, rows: size.rows))
    return try readable(
      PlotSVG(
        scene: scene, bounds: bounds, width: size.columns, height: size.rows,
        heading: .init(title: title, date: date, legend: legend(of: scene))
      ).document)
  }

  func json(at: HBInstant, size: TerminalSize) throws -> JSONNode {
    let projection = projection(columns: size.columns, rows: size.rows)
    let plot = PlotCells(items: scene(on: projection).items, projection: projection)
    let picture: [(String, JSONNode)] = [
      ("at", JSONNode(at)), ("bounds", Self.node(plot.bounds)),
      ("metresPerColumn", .number(plot.metresPerColumn)),
      ("metresPerRow", .number(plot.metresPerRow)),
      (
        "cells",
        .array(
          plot.cells.map { cell in
            .object([
              ("column", .integer(cell.column)), ("row", .integer(cell.row)),
              ("anchors", ids(cell.slots)),
            ])
          })
      ), ("outside", ids(plot.outside)),
      ("trails", .array(followed.map(trail))),
    ]
    return try readable(.object(picture + changes))
  }

  /// The anchors that changed, by kind of change, since the cells include removed ones too; empty if a
  /// single state is drawn.
  private var changes: [(String, JSONNode)] {
    guard let rows = comparison?.rows else { return [] }
    return Difference.allCases.map { kind in
      let changed = rows.filter { $0.difference == kind || kind == .updated && $0.isUpdated }
      return (kind.word.plain, ids(changed.map(\.slot)))
    }
  }

  /// Returns the picture, unless data that it needed could not be read, which the picture would hide.
  private func readable<Picture>(_ picture: Picture) throws -> Picture {
    try data.requireReadable()
    return picture
  }

  private func trail(ofSlot slot: Int) -> JSONNode {
    let path = path(ofSlot: slot)
    return .object([
      ("anchor", JSONNode(data.index.anchorId(ofSlot: slot))), ("length", .number(path.length)),
      (
        "lines",
        .array(
          path.trails.map { trail in
            .array(trail.points.map { .array([.number($0.x), .number($0.z)]) })
          })
      ),
    ])
  }

  private func ids(_ slots: [Int]) -> JSONNode {
    .array(slots.map { JSONNode(data.index.anchorId(ofSlot: $0)) })
  }

  private static func node(_ bounds: MapBounds) -> JSONNode {
    .object([
      ("minX", .number(bounds.minX)), ("maxX", .number(bounds.maxX)),
      ("minZ", .number(bounds.minZ)), ("maxZ", .number(bounds.maxZ)),
    ])
  }
}
