package import Foundation

/// The forms of lines that writers produce.
package enum LineLayout: String, CaseIterable {
  /// Keys in the order in which this project writes them, and no rotation.
  case fixed
  /// An order that changes with each run of the writer, as with Foundation's encoder.
  case repeating
  /// A different order in each line.
  case shuffled
  /// Real rotation matrices, in this project's order.
  case rotations
}

/// Writes a log that is the same each time: anchors are moved, edited, deleted and restored.
package struct LogGenerator {
  package let layout: LineLayout
  package let events: Int
  package let anchors: Int
  package let space = UUID(uuidString: "5B2A7E90-1C3D-4E5F-8A6B-7C8D9E0F1A2B") ?? UUID()
  /// When the first event happens, in seconds since 1970; there is one event a second on average.
  private let firstSecond: Int
  private var state: UInt64 = 42

  package init(
    layout: LineLayout, events: Int, anchors: Int, firstSecond: Int = 1_700_000_000
  ) {
    self.firstSecond = firstSecond
    self.layout = layout
    self.events = events
    self.anchors = anchors
  }

  /// SplitMix64.
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }

  private mutating func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }
}

extension LogGenerator {
  /// Writes the log and returns its size in bytes.
  package mutating func write(to path: String) throws -> Int {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw CocoaError(.fileWriteUnknown) }
    defer { try? file.close() }
    let ids = (0..<anchors).map { _ in uuid() }
    var versions = [Int](repeating: 0, count: anchors)
    var bytes: [UInt8] = []
    var size = 0
    var second = firstSecond
    var order = Array(0..<8)
    for event in 0..<events {
      let anchor = event < anchors ? event : number(below: anchors)
      versions[anchor] += 1
      second += number(below: 3)
      if layout == .shuffled || (layout == .repeating && event % 5000 == 0) { shuffle(&order) }
      let members = members(
        anchor: ids[anchor], version: versions[anchor], second: second, isNew: event < anchors)
      append(members, order, to: &bytes)
      if bytes.count > 1 << 20 || event == events - 1 {
        try file.write(contentsOf: bytes)
        size += bytes.count
        bytes.removeAll(keepingCapacity: true)
      }
    }
    return size
  }

  private func append(_ members: [String], _ order: [Int], to bytes: inout [UInt8]) {
    var separator = UInt8(ascii: "{")
    for index in order where !members[index].isEmpty {
      bytes.append(separator)
      bytes.append(contentsOf: members[index].utf8)
      separator = UInt8(ascii: ",")
    }
    bytes.append(contentsOf: "}\n".utf8)
  }

  private mutating func members(
    anchor: String, version: Int, second: Int, isNew: Bool
  ) -> [String] {
    let kind = isNew ? 0 : number(below: 100)
    let type =
      isNew
      ? "created" : kind < 78 ? "moved" : kind < 96 ? "updated" : kind < 98 ? "deleted" : "restored"
    let hasTransform = type == "created" || type == "moved" || type == "restored"
    let hasMetadata = type == "created" || type == "updated" || type == "restored"
    return [
      "\"id\":\"\(uuid())\"", "\"anchorId\":\"\(anchor)\"", "\"spaceId\":\"\(space.uuidString)\"",
      "\"type\":\"\(type)\"", "\"timestamp\":\"\(timestamp(second))\"", "\"version\":\(version)",
      hasTransform ? "\"transform\":[\(transform())]" : "", hasMetadata ? metadata() : "",
    ]
  }

  private mutating func transform() -> String {
    let position = (0..<3).map { _ in
      "\(number(below: 100) - 50).\(number(below: 90_000) + 10_000)"
    }
    let rotation = layout == .rotations ? rotation() : "1,0,0,0,0,1,0,0,0,0,1,0"
    return "\(rotation),\(position.joined(separator: ",")),1"
  }

  /// Returns the twelve numbers of a rotation about a skew axis, as floats print.
  private mutating func rotation() -> String {
    let (a, b) = (Float(number(below: 6283)) / 1000, Float(number(below: 6283)) / 1000)
    let (ca, sa, cb, sb) = (cos(a), sin(a), cos(b), sin(b))
    let columns: [Float] = [
      ca, 0, -sa, 0, sa * sb, cb, ca * sb, 0, sa * cb, -sb, ca * cb, 0,
    ]
    return columns.map { $0 == 0 ? "0" : $0.description }.joined(separator: ",")
  }

  private mutating func metadata() -> String {
    let text = "note \(number(below: 100_000))"
    return
      "\"metadata\":{\"type\":\"sticky_note\",\"text\":\"\(text)\",\"color\":\"yellow\","
      + "\"priority\":\(number(below: 10)),\"done\":\(number(below: 2) == 0)}"
  }

  private mutating func shuffle(_ order: inout [Int]) {
    for index in order.indices.dropFirst() { order.swapAt(index, number(below: index + 1)) }
  }

  private mutating func uuid() -> String {
    let (high, low) = (next(), next())
    func hex(_ word: UInt64, _ shift: UInt64, _ digits: Int) -> String {
      let text = String(word >> shift & (UInt64(1) << UInt64(digits * 4) - 1), radix: 16)
      return String(repeating: "0", count: digits - text.count) + text.uppercased()
    }
    return [
      hex(high, 32, 8), hex(high, 16, 4), hex(high, 0, 4), hex(low, 48, 4), hex(low, 0, 12),
    ].joined(separator: "-")
  }

  private func timestamp(_ second: Int) -> String {
    let days = second / 86_400
    let ofDay = second % 86_400
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    var date = time_t(days * 86_400)
    var parts = tm()
    gmtime_r(&date, &parts)
    return "\(1900 + Int(parts.tm_year))-\(two(Int(parts.tm_mon) + 1))-\(two(Int(parts.tm_mday)))"
      + "T\(two(ofDay / 3600)):\(two(ofDay / 60 % 60)):\(two(ofDay % 60))Z"
  }
}
