import Foundation
import Hyperbasis

/// `KEY=VALUE` on the command line.
struct MetadataArgument: Equatable {
  let key: String
  let value: AnyCodableValue

  init(_ text: String) throws {
    guard let separator = text.firstIndex(of: "="), separator != text.startIndex else {
      throw CommandFailure.usage("\"\(text)\" is not KEY=VALUE; give for example color=yellow")
    }
    key = String(text[..<separator])
    value = Self.value(String(text[text.index(after: separator)...]))
  }

  /// JSON where it parses as JSON, else text.
  static func value(_ text: String) -> AnyCodableValue {
    let decoded = try? JSONDecoder().decode(AnyCodableValue.self, from: Data(text.utf8))
    return decoded ?? .string(text)
  }
}
