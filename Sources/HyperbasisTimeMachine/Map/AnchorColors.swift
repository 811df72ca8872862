import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// What the colours of anchors show in one state.
struct AnchorColors {
  let data: SpaceData
  let coloring: Coloring
  /// What has just changed; nil if glyphs and colours show something else.
  let latest: LatestChanges?

  /// - Parameter offset: How many events fold to the state on screen; nil while two states are
  ///   compared, when glyphs and colours show the differences.
  init(_ data: SpaceData, coloring: Coloring, offset: Int?) {
    self.data = data
    // When two states are compared, the changes must stand out.
    self.coloring = coloring == .type && offset == nil ? .change : coloring
    let tellsChanges = coloring == .change || coloring == .type
    latest = tellsChanges ? offset.map { data.latestChanges(at: $0) } : nil
  }

  /// Returns the colour of an anchor; nil if it has none of its own.
  func color(ofSlot slot: Int, after ordinal: Int) -> Color? {
    switch coloring {
    case .change: changeColor(slot)
    case .type:
      data.traits(after: ordinal).type.map(CategoryNumber.color(ofType:)) ?? changeColor(slot)
    case .color: data.traits(after: ordinal).color.map { .category(CategoryNumber.ofColor($0)) }
    case .actor: actorColor(ordinal)
    case .height: data.heightRange.map { .height($0.share(of: data.index.position(ordinal).y)) }
    case .frame: frameColor(slot, after: ordinal)
    case .key(let key):
      data.value(of: key, after: ordinal).flatMap { data.scale(of: key).color(of: $0) }
    }
  }

  private func changeColor(_ slot: Int) -> Color? {
    latest?.difference(ofSlot: slot)?.mapChange.color
  }

  /// Whether an anchor has just changed.
  func isFresh(slot: Int) -> Bool { latest?.difference(ofSlot: slot) != nil }

  /// Returns the colour of an actor, numbered in order of appearance in the log, so that the first
  /// twelve differ.
  func actorColor(_ ordinal: Int) -> Color? {
    let number = data.index.actorNumber(ordinal)
    return number > 0 ? .category(number - 1) : nil
  }
}

/// The range of heights that the colours span, in metres: that of the whole history without its
/// outliers, so that a colour means the same at every date.
struct HeightRange: Hashable, Sendable {
  let low: Float
  let high: Float

  init?(_ index: EventIndex) {
    let step = max(1, index.count / Self.sampleSize)
    let heights = stride(from: 0, to: index.count, by: step).compactMap { ordinal in
      index.hasStarted(ordinal) ? index.position(ordinal).y : nil
    }.filter(\.isFinite).sorted()
    guard let first = heights.first, let last = heights.last else { return nil }
    // Two in a hundred at either end may be garbled; of only a few heights, none is left out.
    let cut = heights.count / 50
    low = cut > 0 ? heights[cut] : first
    high = cut > 0 ? heights[heights.count - 1 - cut] : last
  }

  private static let sampleSize = 5000

  /// Returns 0 for the lowest height up to 1 for the highest; the middle if all are the same.
  func share(of height: Float) -> Double {
    let extent = high - low
    guard extent > 0 else { return 0.5 }
    return min(max(Double((height - low) / extent), 0), 1)
  }
}

extension SpaceData {
  /// - Complexity: O(1) after the first time.
  var heightRange: HeightRange? {
    memo.heightRange.value(for: 0) { HeightRange(index) }
  }
}

/// Numbers for the colours of names, the same in every session.
enum CategoryNumber {
  /// Returns the colour of a type; those of the known types are sure to differ.
  static func color(ofType name: String) -> Color {
    .category(types[name] ?? of(name))
  }

  private static let types = [
    "sticky_note": 5, "model": 0, "waypoint": 1, "measurement": 2,
  ]

  static func of(_ name: String) -> Int {
    // FNV-1a.
    var hash: UInt32 = 2_166_136_261
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash % UInt32(Color.categoryCount))
  }

  /// Returns the number of the palette colour that comes close to the colour of a note.
  static func ofColor(_ name: String) -> Int {
    named[name.lowercased()] ?? hex(name) ?? of(name)
  }

  private static let named = [
    "blue": 0, "green": 1, "orange": 2, "purple": 3, "violet": 3, "cyan": 4, "teal": 4,
    "yellow": 5, "red": 6, "pink": 10, "brown": 9,
  ]

  /// Returns the number for the hue of `#RRGGBB`.
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
