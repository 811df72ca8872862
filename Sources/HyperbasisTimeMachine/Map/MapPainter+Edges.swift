import HyperbasisCanvas

extension MapPainter {
  // MARK: Grid

  func drawGrid(into frame: inout Frame) {
    guard let pitch = MapPitch(projection)?.metres else { return }
    let visible = projection.visible
    let xs = visible.multiples(of: pitch, along: \.minX, \.maxX, atMost: plot.columns)
    let zs = visible.multiples(of: pitch, along: \.minZ, \.maxZ, atMost: plot.rows)
    for z in zs {
      for x in xs {
        // Rounding must not decide in which of two cells a crossing on their border lands.
        let (column, row) = projection.location(of: MapPoint(x: x, z: z))
        frame.put(
          glyph: glyphs.grid, column: plot.column + Int((column + 1e-6).rounded(.down)),
          row: plot.row + Int((row + 1e-6).rounded(.down)), style: Style(.grid), clippedTo: plot)
      }
    }
  }

  // MARK: Anchors off the plot

  mutating func drawOutsideCounts(into frame: inout Frame) {
    for side in MapSide.allCases {
      let count = occupancy.outside[side.rawValue]
      guard count > 0 else { continue }
      let text = outsideText(count, side)
      guard let cell = freeCell(for: text.width, at: side) else { continue }
      let style = Style(.warning)
      clearSides(of: cell, width: text.width, into: &frame)
      put(text, cell, style: side == occupancy.selectedSide ? style.reverse : style, into: &frame)
    }
  }

  private func outsideText(_ count: Int, _ side: MapSide) -> TerminalText {
    let sign = TerminalText(glyphs.outside(side))
    let number = TerminalText("\(count)")
    return side == .right ? number + sign : sign + number
  }

  /// Returns the free place nearest to the middle of a side; the middle itself if all are taken.
  private func freeCell(for width: Int, at side: MapSide) -> MapCell? {
    guard width <= plot.columns else { return nil }
    let places: [MapCell] =
      switch side {
      case .left: (0..<plot.rows).map { MapCell(column: 0, row: $0) }
      case .right: (0..<plot.rows).map { MapCell(column: plot.columns - width, row: $0) }
      case .top: (0...plot.columns - width).map { MapCell(column: $0, row: 0) }
      case .bottom: (0...plot.columns - width).map { MapCell(column: $0, row: plot.rows - 1) }
      }
    let middle = places.count / 2
    let byDistance = places.indices.sorted { (abs($0 - middle), $0) < (abs($1 - middle), $1) }
    let free = byDistance.first { index in
      isFree(places[index].column..<places[index].column + width, row: places[index].row)
    }
    return places[free ?? middle]
  }
}
