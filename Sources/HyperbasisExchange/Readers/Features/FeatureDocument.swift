import HyperbasisAnchorLog
import HyperbasisJSONText
import HyperbasisModels

/// The features of a document, one by one: those of a collection as it streams by, or the document
/// itself if it is a single feature.
struct FeatureDocument {
  let source: any ByteSource
  let input: Int

  /// Calls `body` with each feature and its place, the number of the feature.
  ///
  /// - Parameters:
  ///   - fault: called with a feature that cannot be read, or that `body` refuses; what it throws
  ///     ends the reading.
  ///   - body: throws a ``RowFault`` if a feature is not valid.
  func forEach(
    fault: (RowFault) throws -> Void,
    _ body: ([String: AnyCodableValue], InputPlace) throws -> Void
  ) throws {
    var number = 0
    var elements = JSONElements(source, member: "features")
    let collection = try elements.read { bytes in
      number += 1
      try take(bytes, InputPlace(input: input, line: number), fault, body)
    }
    if collection == nil {
      try take(source.all(), InputPlace(input: input, line: 1), fault, body)
    }
  }

  private func take(
    _ bytes: [UInt8], _ place: InputPlace, _ fault: (RowFault) throws -> Void,
    _ body: ([String: AnyCodableValue], InputPlace) throws -> Void
  ) throws {
    do {
      try body(Self.object(bytes, at: place), place)
    } catch let error as RowFault {
      try fault(error)
    }
  }

  private static func object(
    _ bytes: [UInt8], at place: InputPlace
  ) throws -> [String: AnyCodableValue] {
    let value: AnyCodableValue
    do {
      value = try JSONParser.parse(bytes)
    } catch {
      throw RowFault(.damaged, at: place, found: "it is not JSON: \(error.reason.rawValue)")
    }
    guard let object = value.dictionaryValue else {
      throw RowFault(.damaged, at: place, found: "an object is expected")
    }
    return object
  }
}
