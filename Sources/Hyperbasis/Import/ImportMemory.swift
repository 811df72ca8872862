import Foundation
import HyperbasisExchange
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisStore

/// How the last import into a space was read. For a file that has only grown since, what was guessed
/// from its beginning then holds for the rest.
struct ImportMemory {
  private let record: [String: AnyCodableValue]

  /// Loads what is remembered of a space; nil if nothing is.
  init?(of space: UUID, in store: HBLocalStore) throws {
    guard let record = try store.importRecords.load(space) else { return nil }
    self.record = record
  }

  /// Returns the options for an input that begins like the previous one; nil if it is a different
  /// input, or if the options say how to read it.
  func options(for source: ImportSource) throws -> ImportOptions? {
    guard source.options.saysNothing, try beginsAlike(source),
      var options = try remembered(), source.options.format ?? options.format == options.format
    else { return nil }
    options.takeChoices(of: source.options)
    return options
  }

  /// Returns the shortened metadata keys of an input that begins like the previous one, whatever the
  /// options say: under other keys, its history would be written again.
  func shortenedKeys(for source: ImportSource) throws -> [String: String] {
    guard let keys = record["keys"]?.dictionaryValue, try beginsAlike(source) else { return [:] }
    return keys.compactMapValues(\.stringValue)
  }

  /// From where the imports measure; nil if they take places as they are.
  var origin: ImportedOrigin? {
    record["origin"]?.dictionaryValue.flatMap { ImportedOrigin(record: $0) }
  }

  /// The newest instant of all imports.
  var newest: HBInstant? {
    record["newest"]?.stringValue.flatMap(HBInstant.init(rfc3339:))
  }

  private func beginsAlike(_ source: ImportSource) throws -> Bool {
    guard source.inputs.count == 1,
      let inputs = record["inputs"]?.arrayValue, inputs.count == 1,
      let known = inputs.first?.dictionaryValue, let size = known["size"]?.intValue, size >= 0,
      let digest = known["headDigest"]?.stringValue
    else { return false }
    return try source.inputs[0].digest(ofFirst: min(size, InputSummary.headSize)) == digest
  }

  private func remembered() throws -> ImportOptions? {
    guard let value = record["options"] else { return nil }
    let bytes = try JSONWriter.encode(value)
    // A record by another version of the program may not decode: the file is then read as a new one.
    return try? JSONDecoder().decode(ImportOptions.self, from: Data(bytes))
  }

  /// The options as a record holds them.
  static func value(of options: ImportOptions) throws -> AnyCodableValue {
    try JSONParser.parse([UInt8](JSONEncoder().encode(options)))
  }
}

extension ImportOptions {
  /// Whether nothing says how to read the input, apart from its format and the choices for a single
  /// import.
  fileprivate var saysNothing: Bool {
    var plain = ImportOptions()
    plain.format = format
    plain.takeChoices(of: self)
    return self == plain
  }

  /// Takes over the options that do not affect how an input is read, only what is wanted from it this
  /// time, and whether the import may delete what the input lacks.
  fileprivate mutating func takeChoices(of other: ImportOptions) {
    skipsBadRows = other.skipsBadRows
    isSnapshot = other.isSnapshot
    leastMove = other.leastMove
    leastTurn = other.leastTurn
    leastInterval = other.leastInterval
  }
}
