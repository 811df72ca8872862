import HyperbasisExchange
import HyperbasisModels

/// What is remembered of an import into a space: the command, the inputs, and the origin that was
/// subtracted from positions, which an export to degrees adds again.
struct ImportRecord {
  private let survey: ImportSurvey
  private let space: String

  init(_ survey: ImportSurvey, space: String) {
    self.survey = survey
    self.space = space
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
    if let numbers = survey.origin { value["origin"] = .dictionary(origin(numbers)) }
    return value
  }

  private func origin(_ numbers: [Double]) -> [String: AnyCodableValue] {
    guard survey.options.latitude != nil, numbers.count >= 2 else {
      return ["position": .array(numbers.map { .double($0) })]
    }
    return [
      "latitude": .double(numbers[0]), "longitude": .double(numbers[1]),
      "altitude": .double(numbers.count > 2 ? numbers[2] : 0),
    ]
  }

  private static func value(_ input: InputSummary) -> AnyCodableValue {
    .dictionary([
      "name": .string(input.name), "size": .int(input.size), "digest": .string(input.digest),
      "headDigest": .string(input.headDigest),
    ])
  }
}
