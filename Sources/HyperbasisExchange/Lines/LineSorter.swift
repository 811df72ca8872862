public import Foundation
public import HyperbasisAnchorLog
import HyperbasisJSONText
import HyperbasisModels

/// Parts a file of events by the spaces that its lines name.
public struct EventLines: Sendable {
  /// The bytes of the lines of each space, in the order in which the spaces first appear.
  public private(set) var spaces: [(id: UUID, lines: [UInt8])] = []
  /// Lines that name no space, by their numbers; the first ten.
  public private(set) var unreadable: [Int] = []
  public private(set) var unreadableCount = 0
  /// Whether the last line was cut off.
  public private(set) var isCutOff = false

  public init(_ source: any ByteSource) throws {
    var numbers: [UUID: Int] = [:]
    var line: [UInt8] = []
    var number = 0
    var stream = ByteStream(source)
    while let byte = try stream.next() {
      if byte != 0x0a {
        line.append(byte)
        continue
      }
      number += 1
      take(line, number, &numbers)
      line.removeAll(keepingCapacity: true)
    }
    guard !line.isEmpty else { return }
    if Self.spaceId(line) == nil { isCutOff = true } else { take(line, number + 1, &numbers) }
  }

  private mutating func take(_ line: [UInt8], _ number: Int, _ numbers: inout [UUID: Int]) {
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { return }
    guard let id = Self.spaceId(line) else {
      unreadableCount += 1
      if unreadable.count < 10 { unreadable.append(number) }
      return
    }
    let place = numbers[id] ?? spaces.count
    if place == spaces.count {
      spaces.append((id, []))
      numbers[id] = place
    }
    spaces[place].lines += line
    spaces[place].lines.append(0x0a)
  }

  private static func spaceId(_ line: [UInt8]) -> UUID? {
    // A line that is not JSON names no space.
    guard let fields = try? JSONFields(Data(line)) else { return nil }
    return fields.value("spaceId")?.stringValue.flatMap(UUID.init(uuidString:))
  }
}
