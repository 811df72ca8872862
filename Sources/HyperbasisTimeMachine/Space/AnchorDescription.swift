package import Foundation
import HyperbasisAnchorLog
package import HyperbasisCanvas
package import HyperbasisHistory
import HyperbasisJSONText
import HyperbasisWording

/// The name and appearance of an anchor, from its metadata.
package struct AnchorDescription: Hashable, Sendable {
  package let type: String?
  package let label: TerminalText
  /// The value of the key `color`.
  package let color: String?
  /// For measurements: the anchor at the other end of the line.
  package let endpoint: UUID?
  /// For measurements: value and unit.
  package let measure: TerminalText?
  /// For waypoints: the position in the path; one between two others may be a fraction.
  package let order: Double?

  package init(_ metadata: [String: AnyCodableValue], id: UUID) {
    type = metadata["type"]?.stringValue
    color = metadata["color"]?.stringValue
    endpoint = metadata[Self.endpointKey]?.stringValue.flatMap { UUID(uuidString: $0) }
    order = metadata["order"]?.doubleValue
    measure = Self.measure(metadata).map { TerminalText($0, limit: Self.labelLimit) }
    label = TerminalText(Self.name(of: metadata, id: id), limit: Self.labelLimit)
  }

  /// Describes an anchor of which only the label is known.
  init(label: TerminalText) {
    self.label = label
    (type, color, endpoint, measure, order) = (nil, nil, nil, nil, nil)
  }
}

extension AnchorDescription {
  static let labelKeys = ["text", "label", "name", "title", "modelName"]
  static let labelLimit = 200
  static let endpointKey = "endpointId"

  /// Returns the name of an anchor, in full and as its metadata have it: for data, whereas ``label`` is
  /// what a terminal shows of it.
  ///
  /// The first of these: the text of a naming key, the number of one, value and unit, any text, the beginning
  /// of the id.
  package static func name(of metadata: [String: AnyCodableValue], id: UUID) -> String {
    for key in labelKeys {
      if let text = metadata[key]?.stringValue, !text.isBlank { return text }
    }
    // What is called 101 on a command line, or in a table, was saved as a number.
    for key in labelKeys {
      if let number = metadata[key], number.doubleValue != nil { return number.description }
    }
    if let measure = measure(metadata) { return measure }
    let texts = metadata.filter { $0.key != "type" && $0.key != "color" && $0.key != endpointKey }
    let first = texts.sorted { $0.key < $1.key }.lazy.compactMap { $0.value.stringValue }
      .first { !$0.isBlank }
    return first ?? ShortId.text(id)
  }

  private static func measure(_ metadata: [String: AnyCodableValue]) -> String? {
    guard let value = metadata["value"]?.doubleValue else { return nil }
    let number = value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    let unit = metadata["unit"]?.stringValue ?? ""
    let short = ["meters": "m", "metres": "m", "centimeters": "cm", "feet": "ft"][unit] ?? unit
    return short.isEmpty ? number : "\(number) \(short)"
  }
}

extension String {
  /// Whether it contains nothing that could serve as a name.
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

/// What determines an anchor's glyph and colour; cheaper to read than its description.
struct AnchorTraits: Hashable, Sendable {
  let type: String?
  /// The value of the key `color`.
  let color: String?

  static let keys = ["type", "color"]
}

extension SpaceData {
  /// Returns the type and the colour of an anchor after one of its events.
  func traits(after ordinal: Int) -> AnchorTraits {
    let traits = index.metadataSource(ordinal).flatMap { source in
      memo.traits.find(source) {
        var reader = MetadataTextReader(index, keys: AnchorTraits.keys)
        return read { try reader.texts(after: source) }.map {
          AnchorTraits(type: $0[0], color: $0[1])
        }
      }
    }
    return traits ?? AnchorTraits(type: nil, color: nil)
  }

  /// Returns the name and appearance of an anchor after one of its events.
  package func description(after ordinal: Int) -> AnchorDescription {
    let id = index.anchorId(ofSlot: index.slot(ordinal))
    guard let source = index.metadataSource(ordinal) else {
      return AnchorDescription([:], id: id)
    }
    let description = memo.descriptions.find(source) {
      metadata(after: ordinal).map { AnchorDescription($0, id: id) }
    }
    return description ?? AnchorDescription(label: Self.unreadable)
  }

  /// Returns whether an anchor may end a line, judging by its metadata's keys; the metadata of others are
  /// not worth reading.
  func mayDrawLines(after ordinal: Int) -> Bool {
    let shape = index.metadataShape(ordinal)
    return shape != 0 && drawsLines(shape, as: ordinal)
  }

  /// Whether any anchor may end a line at any time.
  ///
  /// - Complexity: O(events) the first time.
  var mayDrawLines: Bool {
    memo.mayDrawLines.value(for: 0) { mayDrawLines(0..<index.count) }
  }

  /// Returns whether any metadata that the events carry may draw lines.
  func mayDrawLines(_ ordinals: Range<Int>) -> Bool {
    let shapes = index.metadataShapes(of: ordinals, atMost: memo.lineShapes.limit)
    return shapes?.contains { drawsLines($0.key, as: $0.value) } ?? true
  }

  private func drawsLines(_ shape: UInt32, as ordinal: Int) -> Bool {
    let drawsLines = memo.lineShapes.find(shape) {
      metadata(after: ordinal).map {
        $0[AnchorDescription.endpointKey] != nil || $0["order"] != nil
      }
    }
    return drawsLines ?? false
  }
}
