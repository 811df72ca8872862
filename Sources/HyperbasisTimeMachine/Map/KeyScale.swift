import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// How colours show a metadata key: as a position on a scale if its values are numbers, otherwise with
/// a colour for each value.
struct KeyScale: Hashable, Sendable {
  /// The ends of the scale, without outliers; nil if the values are not a measure.
  let range: ClosedRange<Double>?

  private static let sampleSize = 1000
  /// Up to this many different numbers count as names, such as floors or priorities.
  private static let mostNames = 8

  /// Samples all the values that the key ever had, so that a colour means the same at every date.
  init(_ key: String, in data: SpaceData) {
    let step = max(1, data.index.count / Self.sampleSize)
    let values = stride(from: 0, to: data.index.count, by: step).compactMap { ordinal in
      data.value(of: key, after: ordinal)
    }
    let numbers = values.compactMap(\.number).filter(\.isFinite).sorted()
    let isMeasure =
      !numbers.isEmpty && numbers.count * 10 >= values.count * 9
      && Set(numbers).count > Self.mostNames
    let cut = numbers.count / 50
    range = isMeasure ? numbers[cut]...numbers[numbers.count - 1 - cut] : nil
  }

  func color(of value: KeyValue) -> Color? {
    guard let range else { return .category(CategoryNumber.of(value.text)) }
    guard let number = value.number, number.isFinite else { return nil }
    let extent = range.upperBound - range.lowerBound
    guard extent > 0 else { return .height(0.5) }
    return .height(min(max((number - range.lowerBound) / extent, 0), 1))
  }
}

/// The value of a key, as far as colours show it.
struct KeyValue: Hashable, Sendable {
  /// The value as shown; no two values have the same text.
  let text: String
  let number: Double?

  init(_ value: AnyCodableValue) {
    text = ValueText.whole(value)
    number = value.doubleValue ?? value.intValue.map(Double.init)
  }
}

/// The event whose metadata are in force, and one of their keys.
struct KeyedSource: Hashable, Sendable {
  let source: Int
  let key: String
}

extension SpaceData {
  /// Returns the value of a metadata key after an event; nil if the metadata do not have it.
  func value(of key: String, after ordinal: Int) -> KeyValue? {
    guard let source = index.metadataSource(ordinal) else { return nil }
    return memo.keyValues.find(KeyedSource(source: source, key: key)) {
      metadata(after: ordinal).map { metadata in metadata[key].map(KeyValue.init) }
    } ?? nil
  }

  func scale(of key: String) -> KeyScale {
    memo.keyScales.value(for: key) { KeyScale(key, in: self) }
  }
}
