import HyperbasisCanvas
import TestSupport

/// Draws a screen as SVG.
///
/// Braille, blocks and lines are drawn as shapes and every other glyph at its own position, so that the
/// picture does not depend on how the available fonts space them.
struct Picture {
  private let screen: VirtualScreen
  private static let cellWidth = 9.0
  private static let cellHeight = 18.0
  private static let margin = 10.0

  private static let captionHeight = 30.0

  private let ground: Rendition.Ground
  private let caption: String?

  /// - Parameter caption: What a moving picture says below the terminal, such as which key was pressed;
  ///   nil for none.
  init(of screen: VirtualScreen, on ground: Rendition.Ground, caption: String? = nil) {
    self.screen = screen
    self.ground = ground
    self.caption = caption
  }

  var svg: String {
    let width = Double(screen.size.columns) * Self.cellWidth + 2 * Self.margin
    let terminalHeight = Double(screen.size.rows) * Self.cellHeight + 2 * Self.margin
    let height = terminalHeight + (caption == nil ? 0 : Self.captionHeight)
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14.5">
      <rect width="100%" height="100%" rx="6" fill="\(ground.background)"/>
      """
    ]
    for (row, cells) in screen.cells.enumerated() {
      for (column, cell) in cells.enumerated() where !cell.isContinuation {
        let isWide = column + 1 < cells.count && cells[column + 1].isContinuation
        parts.append(contentsOf: draw(cell, column: column, row: row, isWide: isWide))
      }
    }
    if let caption {
      parts.append(
        """
        <rect y="\(terminalHeight)" width="100%" height="\(Self.captionHeight)" fill="#2b3a55"/>
        <text x="\(Self.margin)" y="\(terminalHeight + 20)" fill="#ffffff" font-size="16" \
        xml:space="preserve">\(GlyphShape.escaped(caption))</text>
        """)
    }
    parts.append("</svg>\n")
    return parts.joined(separator: "\n")
  }

  private func draw(
    _ cell: VirtualScreen.Cell, column: Int, row: Int, isWide: Bool
  ) -> [String] {
    let rendition = Rendition(cell.rendition, on: ground)
    let box = Box(
      x: Self.margin + Double(column) * Self.cellWidth,
      y: Self.margin + Double(row) * Self.cellHeight,
      width: Self.cellWidth * (isWide ? 2 : 1), height: Self.cellHeight)
    var parts: [String] = []
    if rendition.background != ground.background {
      parts.append(box.rectangle(fill: rendition.background))
    }
    if cell.text != " " {
      parts.append(GlyphShape.draw(cell.text, in: box, rendition))
    }
    if rendition.isUnderlined {
      parts.append(
        box.line(0, 0.9, 1, 0.9, stroke: rendition.foreground, width: 1))
    }
    return parts
  }
}

/// A cell's rectangle in the picture; positions inside it go from 0 to 1.
struct Box {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  func rectangle(
    _ left: Double = 0, _ top: Double = 0, _ right: Double = 1, _ bottom: Double = 1,
    fill: String
  ) -> String {
    """
    <rect x="\(text(x + left * width))" y="\(text(y + top * height))" \
    width="\(text((right - left) * width))" height="\(text((bottom - top) * height))" \
    fill="\(fill)"/>
    """
  }

  func line(
    _ fromX: Double, _ fromY: Double, _ toX: Double, _ toY: Double, stroke: String, width: Double
  ) -> String {
    """
    <line x1="\(text(x + fromX * self.width))" y1="\(text(y + fromY * height))" \
    x2="\(text(x + toX * self.width))" y2="\(text(y + toY * height))" \
    stroke="\(stroke)" stroke-width="\(width)"/>
    """
  }

  func circle(_ centreX: Double, _ centreY: Double, radius: Double, fill: String) -> String {
    """
    <circle cx="\(text(x + centreX * width))" cy="\(text(y + centreY * height))" \
    r="\(radius)" fill="\(fill)"/>
    """
  }

  func text(_ value: Double) -> String {
    let tenths = (value * 10).rounded()
    return "\(tenths / 10)"
  }
}
