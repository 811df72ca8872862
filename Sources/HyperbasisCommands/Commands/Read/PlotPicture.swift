import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine

/// A space seen from above, or what changed in it: the plan of the time machine on paper.
struct PlotPicture {
  private let data: SpaceData
  private let before: FoldedState?
  private let state: FoldedState
  private let bounds: MapBounds

  /// - Parameter before: the earlier of two states to compare; nil for one state alone.
  init(_ snapshot: LogSnapshot, from before: FoldedState?, to state: FoldedState) throws {
    data = SpaceData(snapshot)
    self.before = before
    self.state = state
    // A picture would hide that something cannot be read.
    _ = try data.index.anchors(in: state)
    // Over the whole history, so that pictures of several dates can be laid side by side.
    bounds = MapBounds(index: data.index)
  }

  private func scene(on projection: MapProjection) -> MapScene {
    var builder = MapSceneBuilder(data: data, projection: projection)
    builder.showsLatest = false
    let comparison = before.map {
      data.comparison(Comparison.Key(from: $0.position, to: state.position))
    }
    return builder.scene(at: state.position, comparison: comparison)
  }

  private func projection(columns: Int, rows: Int) -> MapProjection {
    .fitting(bounds, columns: columns, rows: rows)
  }
}

// MARK: - Formats

extension PlotPicture {
  func frame(size: TerminalSize, charset: Charset) -> Frame {
    var frame = Frame(size: size)
    let plot = MapScene.plotRegion(in: frame.region)
    let projection = projection(columns: plot.columns, rows: plot.rows)
    scene(on: projection)
      .draw(into: &frame, region: frame.region, projection: projection, charset: charset)
    return frame
  }

  func svg(size: TerminalSize, title: TerminalText) -> String {
    let scene = scene(on: projection(columns: size.columns, rows: size.rows))
    return PlotSVG(
      scene: scene, bounds: bounds, width: size.columns, height: size.rows, title: title.plain
    ).document
  }

  func json(at: HBInstant, size: TerminalSize) -> JSONNode {
    let projection = projection(columns: size.columns, rows: size.rows)
    let plot = PlotCells(items: scene(on: projection).items, projection: projection)
    return .object([
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
