package import HyperbasisAnchorLog
package import HyperbasisModels

/// What a first pass over the states that become rows finds: the columns that they need, and what a
/// reader of the rows could not tell.
package struct CSVSurvey: Sendable {
  /// The events after which each row shows the state.
  package let ordinals: [Int]
  /// The names of all metadata, in the order of their bytes.
  package private(set) var keys: [String] = []
  /// The number of transforms that a position and a quaternion do not describe: scaled, sheared, or too
  /// inexact.
  package private(set) var unusualTransforms = 0
  /// Names of metadata with text that reads as a number, `true` or `false`, but without such values.
  package private(set) var ambiguousKeys: [String] = []
  /// Names of metadata with such text in some places and such values in others.
  package private(set) var mixedKeys: [String] = []
  /// Names of metadata with lists, objects, null or empty text, which a cell cannot hold as such.
  package private(set) var flattenedKeys: [String] = []

  /// - Throws: if the log can no longer be read.
  package init(_ index: EventIndex, _ ordinals: [Int]) throws {
    self.ordinals = ordinals
    var keys: [String: Traits] = [:]
    try index.forEachState(after: ordinals) { _, transform, metadata in
      if !Self.isUsual(transform) { unusualTransforms += 1 }
      for (key, value) in metadata { keys[key, default: []].formUnion(Traits(value)) }
    }
    self.keys = keys.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let ambiguous = self.keys.filter { keys[$0]?.contains(.ambiguous) ?? false }
    mixedKeys = ambiguous.filter { keys[$0]?.contains(.plain) ?? false }
    ambiguousKeys = ambiguous.filter { !mixedKeys.contains($0) }
    flattenedKeys = self.keys.filter { keys[$0]?.contains(.flattened) ?? false }
  }

  private struct Traits: OptionSet {
    let rawValue: Int

    static let ambiguous = Traits(rawValue: 1)
    static let flattened = Traits(rawValue: 2)
    /// A number, `true` or `false`.
    static let plain = Traits(rawValue: 4)

    init(rawValue: Int) { self.rawValue = rawValue }

    init(_ value: AnyCodableValue) {
      switch value {
      case .string(let text) where text.isEmpty: self = .flattened
      case .string(let text): self = CellValue.value(of: text) == value ? [] : .ambiguous
      case .array, .dictionary, .null: self = .flattened
      case .int, .double, .bool: self = .plain
      }
    }
  }
}

extension CSVSurvey {
  /// Whether the rows have matrices instead of quaternions.
  package var hasMatrices: Bool { unusualTransforms > 0 }

  /// Returns whether a position and a quaternion describe all of a transform, to the last bit.
  static func isUsual(_ transform: [Float]) -> Bool {
    RotationFit(transform)?.isExact ?? false && transform[3] == 0 && transform[7] == 0
      && transform[11] == 0 && transform[15] == 1
  }
}

extension EventIndex {
  /// Runs `body` with the ordinals of events, and with the transforms and metadata in force after
  /// them, which are read block by block.
  package func forEachState(
    after ordinals: [Int], _ body: (Int, [Float], [String: AnyCodableValue]) throws -> Void
  ) throws {
    var start = 0
    while start < ordinals.count {
      let block = Array(ordinals[start..<min(start + 4096, ordinals.count)])
      let transforms = try transforms(after: block)
      let metadata = try metadata(after: block)
      for (number, ordinal) in block.enumerated() {
        try body(ordinal, transforms[number], metadata[number])
      }
      start += block.count
    }
  }
}
