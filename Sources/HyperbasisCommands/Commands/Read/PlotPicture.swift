import Canvas
import Foundation
import Hyperbasis
import TimeMachine

/// A space seen from above, or what changed in it.
struct PlotPicture {
  private let index: EventIndex
  private let scene: PlanScene
  private let bounds: PlanBounds

  /// - Parameter before: the earlier of two states to compare; nil for one state alone.
  init(_ snapshot: LogSnapshot, from before: SpaceState?, to state: SpaceState) throws {
    let index = snapshot.timeline.index
    self.index = index
    let items = index.slotsInStoreOrder.compactMap { slot in
      Self.item(Int(slot), in: index, before, state)
    }
    let looks = try Self.looks(of: items, in: index)
    var scene = PlanScene(
      items: items.map(\.item), appearance: { looks[$0]?.appearance ?? PlanAppearance() },
      label: { looks[$0]?.face.label ?? .empty })
    scene.measurements = Self.measurements(items, looks, index)
    scene.paths = Self.paths(items, looks)
    self.scene = scene
    // Over the whole history, so that pictures of several dates can be laid side by side.
    bounds = PlanBounds(index: index)
  }

  func frame(size: TerminalSize, charset: Charset) -> Frame {
    var frame = Frame(size: size)
    let plot = PlanScene.plotRegion(in: frame.region)
    let projection = PlanProjection.fitting(bounds, columns: plot.columns, rows: plot.rows)
    scene.draw(into: &frame, region: frame.region, projection: projection, charset: charset)
    return frame
  }

  func svg(size: TerminalSize, title: TerminalText) -> String {
    PlotSVG(
      scene: scene, bounds: bounds, width: size.columns, height: size.rows, title: title.plain
    ).document
  }

  func json(at: HBInstant, size: TerminalSize) -> JSONNode {
    let projection = PlanProjection.fitting(bounds, columns: size.columns, rows: size.rows)
    let plot = PlotCells(items: scene.items, projection: projection)
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
    .array(slots.map { JSONNode(index.anchorId(ofSlot: $0)) })
  }

  private static func node(_ bounds: PlanBounds) -> JSONNode {
    .object([
      ("minX", .number(bounds.minX)), ("maxX", .number(bounds.maxX)),
      ("minZ", .number(bounds.minZ)), ("maxZ", .number(bounds.maxZ)),
    ])
  }
}

// MARK: - Anchors

extension PlotPicture {
  /// An anchor on the plan, and the event after which it is shown.
  private struct Shown {
    let item: PlanItem
    let ordinal: Int
  }

  private struct Look {
    let face: AnchorFace
    let appearance: PlanAppearance
  }

  private static func item(
    _ slot: Int, in index: EventIndex, _ before: SpaceState?, _ state: SpaceState
  ) -> Shown? {
    func visible(_ state: SpaceState?) -> Int? {
      state?.ordinal(ofSlot: slot).flatMap { index.isVisible($0) ? $0 : nil }
    }
    let old = visible(before)
    let new = visible(state)
    guard let ordinal = new ?? old else { return nil }
    let point = PlanPoint(index.position(ordinal))
    guard before != nil else {
      return Shown(item: PlanItem(slot: slot, point: point), ordinal: ordinal)
    }
    guard let old, new != nil else {
      let change: PlanChange = new == nil ? .removed : .added
      return Shown(item: PlanItem(slot: slot, point: point, change: change), ordinal: ordinal)
    }
    let ghost = PlanPoint(index.position(old))
    let change = change(from: old, to: ordinal, in: index)
    return Shown(
      item: PlanItem(
        slot: slot, point: point, change: change, ghost: change == .moved ? ghost : nil),
      ordinal: ordinal)
  }

  private static func change(from old: Int, to new: Int, in index: EventIndex) -> PlanChange {
    if index.transformSource(old) != index.transformSource(new),
      let before = try? index.transform(old), let after = try? index.transform(new), before != after
    {
      return .moved
    }
    if index.metadataSource(old) != index.metadataSource(new),
      let before = try? index.metadata(old), let after = try? index.metadata(new),
      !before.hasSameMembers(as: after)
    {
      return .updated
    }
    return .unchanged
  }

  private static func looks(of items: [Shown], in index: EventIndex) throws -> [Int: Look] {
    var looks: [Int: Look] = [:]
    for shown in items {
      let slot = shown.item.slot
      let face = AnchorFace(
        try index.metadata(shown.ordinal), id: index.anchorId(ofSlot: slot))
      let heading = HBTransform.yaw(try index.transform(shown.ordinal))
      looks[slot] = Look(
        face: face, appearance: PlanAppearance(kind: PlanKind(type: face.type), heading: heading))
    }
    return looks
  }
}

// MARK: - Lines

extension PlotPicture {
  private static func measurements(
    _ items: [Shown], _ looks: [Int: Look], _ index: EventIndex
  ) -> [PlanMeasurement] {
    let points = Dictionary(
      items.map { ($0.item.slot, $0.item.point) }, uniquingKeysWith: { first, _ in first })
    return items.compactMap { shown in
      guard let face = looks[shown.item.slot]?.face, let endpoint = face.endpoint,
        let slot = index.slot(of: endpoint), let end = points[slot]
      else { return nil }
      return PlanMeasurement(from: shown.item.point, to: end, text: face.measure ?? .empty)
    }
  }

  /// The waypoints in their order.
  private static func paths(_ items: [Shown], _ looks: [Int: Look]) -> [[PlanPoint]] {
    let waypoints = items.compactMap { shown -> (order: Int, point: PlanPoint)? in
      guard let look = looks[shown.item.slot], look.appearance.kind == .waypoint,
        shown.item.change != .removed
      else { return nil }
      return look.face.order.map { ($0, shown.item.point) }
    }
    let path = waypoints.sorted { $0.order < $1.order }.map(\.point)
    return path.count > 1 ? [path] : []
  }
}
