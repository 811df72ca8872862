import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// The columns of x, y and z in a list, aligned, as wide as the rows on screen need them.
///
/// Where there is little room for names the height goes first, then all of it.
struct CoordinateColumns {
  private struct Format {
    var axes: [Axis]
    var digits: Int
    var isKilometres = false
  }

  private enum Axis: String {
    case x, y, z

    func value(_ point: SIMD3<Float>) -> Double {
      switch self {
      case .x: Double(point.x)
      case .y: Double(point.y)
      case .z: Double(point.z)
      }
    }
  }

  private let format: Format?
  private let widths: [Int]

  /// Names keep this many columns, if they are as long.
  private static let nameWidth = 12

  init(_ points: [SIMD3<Float>], longestName: Int, room: Int) {
    let size = points.map(PointText.size).filter(\.isFinite).max() ?? 0
    let formats: [Format] =
      switch size {
      case 10_000...:
        [
          Format(axes: [.x, .y, .z], digits: 1, isKilometres: true),
          Format(axes: [.x, .z], digits: 0, isKilometres: true),
        ]
      case 100...:
        [
          Format(axes: [.x, .y, .z], digits: 1), Format(axes: [.x, .y, .z], digits: 0),
          Format(axes: [.x, .z], digits: 0),
        ]
      default:
        [
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

  private static func widths(_ points: [SIMD3<Float>], _ format: Format) -> [Int] {
    format.axes.map { axis in
      points.map { Self.number($0, axis, format).count }.max() ?? 1
    }
  }

  private static func number(_ point: SIMD3<Float>, _ axis: Axis, _ format: Format) -> String {
    let value = axis.value(point)
    return DecimalText.unsignedZero(
      format.isKilometres ? value / 1000 : value, digits: format.digits)
  }
}

extension CoordinateColumns {
  /// Empty where there is no room for any.
  func text(_ point: SIMD3<Float>) -> TerminalText {
    guard let format else { return .empty }
    return columns(format.axes.map { TerminalText(Self.number(point, $0, format)) })
  }

  /// `x     y     z`, above the numbers.
  var heading: TerminalText {
    guard let format else { return .empty }
    return columns(format.axes.map { TerminalText($0.rawValue) })
  }

  var unit: TerminalText? { format.map { $0.isKilometres ? "km" : "m" } }

  private func columns(_ texts: [TerminalText]) -> TerminalText {
    zip(texts, widths).map { $0.padded(to: $1, align: .right) }.joined(separator: " ")
  }
}
