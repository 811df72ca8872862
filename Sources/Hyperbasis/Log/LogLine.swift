enum LogLine {
  static func encode(_ event: HBAnchorEvent) -> [UInt8] { Array("\(event)".utf8) }
}
