/// Formats of recorded paths: separated values whose columns have fixed meanings.
enum TrajectoryFormats {
  /// TUM: time in seconds, place, quaternion x y z w, separated by blanks.
  static let tum = ReadableFormat(
    .tum, preset: preset(time: "time", .seconds), others: .leftOut,
    recognise: { head in
      let counts = NumberLines(head)
      if counts.usual == 8, counts.isBlankSeparated { return .certain }
      return head.pathExtension == "tum" ? .certain : .no
    },
    makeReader: { request in
      try CSVReader(
        request,
        layout: layout("TUM", ["time", "x", "y", "z", "qx", "qy", "qz", "qw"], .blanks))
    })

  /// EuRoC: nanoseconds, place, quaternion w x y z, and more columns, which a comment names.
  static let euroc = ReadableFormat(
    .euroc, preset: preset(time: nil, .nanoseconds, axes: "ros"), others: .leftOut,
    recognise: { head in
      let first = String(decoding: head.bytes.prefix(200), as: UTF8.self).lowercased()
      return first.hasPrefix("#timestamp") && first.contains(",") ? .certain : .no
    },
    makeReader: { request in
      var layout = layout("EuRoC", nil, .byte(UInt8(ascii: ",")))
      layout.usualColumns = ["timestamp", "x", "y", "z", "qw", "qx", "qy", "qz"]
      return try CSVReader(request, layout: layout)
    })

  /// KITTI: three rows of a matrix per line, without a time; the axes are a camera's.
  static let kitti = ReadableFormat(
    .kitti, preset: preset(time: nil, nil, axes: "opencv"), others: .leftOut,
    recognise: { head in
      let counts = NumberLines(head)
      return counts.usual == 12 && counts.isBlankSeparated ? .certain : .no
    },
    makeReader: { request in
      try CSVReader(request, layout: layout("KITTI", (0..<12).map { "m\($0)" }, .blanks))
    })

  /// ARKit-Data-Logger: nanoseconds since the device started, three rows of a matrix.
  static let arkit = ReadableFormat(
    .arkit, preset: preset(time: "time", .nanoseconds), others: .leftOut,
    recognise: { head in
      let counts = NumberLines(head)
      return counts.usual == 13 && counts.isBlankSeparated ? .certain : .no
    },
    makeReader: { request in
      try CSVReader(
        request, layout: layout("ARKit log", ["time"] + (0..<12).map { "m\($0)" }, .blanks))
    })

  private static func preset(
    time: String?, _ unit: TimeFormat?, axes: String? = nil
  ) -> ImportOptions {
    var options = ImportOptions()
    options.takesIdFromName = true
    options.time = time.map { [$0] } ?? []
    options.timeFormat = unit
    options.axes = axes
    return options
  }

  private static func layout(
    _ name: String, _ columns: [String]?, _ delimiter: CSVDialect.Delimiter
  ) -> CSVLayout {
    var layout = CSVLayout()
    layout.name = name
    layout.columns = columns
    layout.delimiter = delimiter
    layout.hasComments = true
    return layout
  }
}

/// How many numbers the first lines of an input have.
private struct NumberLines {
  /// The count of numbers in all complete lines; nil if they differ, or if they hold anything but
  /// numbers.
  private(set) var usual: Int?
  private(set) var isBlankSeparated = true

  init(_ head: InputHead) {
    var lines = head.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.count > 1, head.bytes.count == InputHead.size { lines.removeLast() }
    let texts = lines.map { String(decoding: $0, as: UTF8.self).trimmed }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
    for (number, text) in texts.prefix(50).enumerated() {
      if text.contains(",") || text.contains(";") { isBlankSeparated = false }
      let cells = text.split { $0 == " " || $0 == "\t" }
      guard cells.allSatisfy({ Double(String($0)) != nil }) else {
        usual = nil
        return
      }
      // A log's last line may be cut off.
      if number > 0, number == texts.count - 1, cells.count < usual ?? 0 { return }
      if number > 0, cells.count != usual {
        usual = nil
        return
      }
      usual = cells.count
    }
  }
}
