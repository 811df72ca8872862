public import Foundation
public import HyperbasisAnchorLog
import HyperbasisJSONText
import HyperbasisModels

/// Splits files of events by the spaces that their lines name.
public struct EventLines: Sendable {
  /// The bytes of the lines of each space over all files, in the order in which the spaces first
  /// appear.
  public private(set) var spaces: [(id: UUID, lines: [UInt8])] = []
  private var places: [UUID: Int] = [:]
  /// Where the lines of each space come from, in the order of the spaces.
  private var origins: [[Origin]] = []

  private struct Origin {
    var file: Int32
    var line: Int32
  }

  private var file: Int32 = 0

  public init() {}

  /// What was not taken from one file.
  public struct Rest: Hashable, Sendable {
    /// The numbers of the lines that name no space; the first ten.
    public fileprivate(set) var unreadable: [Int] = []
    public fileprivate(set) var unreadableCount = 0
    /// Whether the last line was cut off.
    public fileprivate(set) var isCutOff = false
  }

  /// Returns where a line of a space comes from: which of the files, from 0, and which line of it.
  ///
  /// - Parameters:
  ///   - line: its number among those of the space, from 1.
  ///   - space: the space's number in ``spaces``.
  public func origin(ofLine line: Int, inSpace space: Int) -> (file: Int, line: Int)? {
    guard origins.indices.contains(space), origins[space].indices.contains(line - 1) else {
      return nil
    }
    let origin = origins[space][line - 1]
    return (Int(origin.file), Int(origin.line))
  }

  /// Adds the lines of another file.
  public mutating func add(_ source: any ByteSource) throws -> Rest {
    defer { file += 1 }
    var rest = Rest()
    var line: [UInt8] = []
    var number = 0
    var stream = ByteStream(source)
    while let byte = try stream.next() {
      if byte != 0x0a {
        line.append(byte)
        continue
      }
      number += 1
      add(line, number, &rest)
      line.removeAll(keepingCapacity: true)
    }
    if line.isEmpty { return rest }
    if Self.spaceId(line) == nil { rest.isCutOff = true } else { add(line, number + 1, &rest) }
    return rest
  }

  private mutating func add(_ line: [UInt8], _ number: Int, _ rest: inout Rest) {
    // A byte order mark belongs to the file, not to its first event.
    if number == 1, line.starts(with: ByteOrderMark.utf8) {
      return add(Array(line.dropFirst(ByteOrderMark.utf8.count)), number, &rest)
    }
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { return }
    guard let id = Self.spaceId(line) else {
      rest.unreadableCount += 1
      if rest.unreadable.count < 10 { rest.unreadable.append(number) }
      return
    }
    let place = places[id] ?? spaces.count
    if place == spaces.count {
      spaces.append((id, []))
      origins.append([])
      places[id] = place
    }
    origins[place].append(Origin(file: file, line: Int32(clamping: number)))
    spaces[place].lines += line
    spaces[place].lines.append(0x0a)
  }

  private static func spaceId(_ line: [UInt8]) -> UUID? {
    // A line that is not JSON names no space.
    guard let fields = try? JSONFields(Data(line)) else { return nil }
    return fields.value("spaceId")?.stringValue.flatMap(UUID.init(uuidString:))
  }
}
