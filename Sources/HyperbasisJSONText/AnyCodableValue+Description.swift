public import HyperbasisModels

extension AnyCodableValue: CustomStringConvertible {
  /// The value as JSON, keys sorted; a number that JSON does not have is written as Swift writes it.
  public var description: String {
    var writer = JSONWriter()
    do {
      try writer.value(self)
      return String(decoding: writer.bytes, as: UTF8.self)
    } catch {
      return "\(doubleValue.map(String.init(describing:)) ?? error.reason.rawValue)"
    }
  }
}
