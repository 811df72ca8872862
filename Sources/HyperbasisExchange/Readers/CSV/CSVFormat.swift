extension ReadableFormat {
  /// Separated values with a heading.
  static let csv = ReadableFormat(
    .csv,
    recognise: { head in
      if ["csv", "tsv", "txt"].contains(head.pathExtension) { return .likely }
      let isText = !head.bytes.prefix(4096).contains { $0 < 9 }
      let first = head.bytes.first { $0 > 0x20 }
      let isOther = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == 0x3C
      return isText && !isOther && !head.bytes.isEmpty ? .possible : .no
    },
    makeReader: { try CSVReader($0) })
}
