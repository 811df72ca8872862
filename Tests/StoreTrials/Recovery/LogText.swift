package import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

/// A log as a naive reader sees it: the lines between newlines.
package struct LogText: Sendable {
  package struct Line: Sendable {
    package let range: Range<Int>
    package let bytes: [UInt8]
    /// Whether a newline ends it.
    package let isEnded: Bool

    /// Whether the line holds nothing that could be damaged: only JSON white space, as other programs
    /// leave it.
    package var isBlank: Bool { bytes.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }
  }

  package let bytes: [UInt8]
  package let lines: [Line]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var lines: [Line] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0a) ?? bytes.count
      lines.append(
        Line(range: start..<end, bytes: Array(bytes[start..<end]), isEnded: end < bytes.count))
      start = end + 1
    }
    self.lines = lines
  }

  /// Returns the id of the event in a line; nil if there is none.
  package static func event(in line: [UInt8]) -> UUID? {
    // A line that is not an event has no id.
    (try? LogLine.decode(line).event)?.id
  }
}
