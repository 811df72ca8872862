import HyperbasisExchange
import HyperbasisModels

/// What is remembered of an import into a space: the command, the inputs, how far the imports go, and the
/// origin that was subtracted from positions, which an export to degrees adds again, and the next import
/// subtracts, too.
struct ImportRecord {
  private let survey: ImportSurvey
  private let space: String
  private let origin: ImportedOrigin?
  private let newest: HBInstant?

  /// - Parameter earlier: what is remembered of the imports before it. Their origin counts if this one
  ///   takes places as they are.
  init(_ survey: ImportSurvey, space: String, after earlier: ImportMemory?) {
    self.survey = survey
    self.space = space
    origin = survey.importedOrigin ?? earlier?.origin
    newest = [survey.instants?.upperBound, earlier?.newest].compactMap(\.self).max()
  }

  func value() throws -> [String: AnyCodableValue] {
    var value: [String: AnyCodableValue] = [
      "command": .array(
        survey.command(files: survey.inputs.map(\.name), space: space).map { .string($0) }),
      "inputs": .array(survey.inputs.map(Self.value)),
      "options": try ImportMemory.value(of: survey.options),
    ]
    if !survey.shortenedKeys.isEmpty {
      value["keys"] = .dictionary(survey.shortenedKeys.mapValues { .string($0) })
    }
    if let newest { value["newest"] = .string(newest.rfc3339Text) }
    if let origin { value["origin"] = .dictionary(origin.record) }
    return value
  }

  private static func value(_ input: InputSummary) -> AnyCodableValue {
    .dictionary([
      "name": .string(input.name), "size": .int(input.size), "digest": .string(input.digest),
      "headDigest": .string(input.headDigest),
    ])
  }
}
