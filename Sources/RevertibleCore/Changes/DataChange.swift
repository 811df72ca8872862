public import Foundation

extension Data: Revertible {

  public func _valueChange(to previous: Data) -> ValueChange<Data>? {
    let range = withUnsafeBytes { current in
      previous.withUnsafeBytes { CommonAffixes.differingBytes(current, $0) }
    }
    guard let range else { return nil }
    // Copied, because a slice would keep the whole earlier data alive.
    let replacement = [UInt8](
      previous.dropFirst(range.lower).prefix(range.previousUpper - range.lower))
    return ValueChange(
      DataChange(
        offset: range.lower, length: range.currentUpper - range.lower, replacement: replacement))
  }

  public var _versionedSize: Int {
    MemoryLayout<Data>.size + (count > 14 ? 2 * objectHeaderSize + count : 0)
  }
}

/// Replaces one run of bytes.
final class DataChange: ChangeNode {
  private let offset: Int
  private let length: Int
  private let replacement: [UInt8]

  init(offset: Int, length: Int, replacement: [UInt8]) {
    self.offset = offset
    self.length = length
    self.replacement = replacement
  }

  func apply(to data: inout Data) -> any ChangeNode<Data> {
    // Foundation traps when data that is a slice with shared storage is edited.
    if data.startIndex != 0 { data = Data(data) }
    let start = data.startIndex + offset
    let inverse = DataChange(
      offset: offset, length: replacement.count,
      replacement: [UInt8](data[start..<(start + length)]))
    data.replaceSubrange(start..<(start + length), with: replacement)
    return inverse
  }

  func fits(_ data: Data) -> Bool { offset + length <= data.count }

  var cost: Int {
    objectHeaderSize + 5 * MemoryLayout<Int>.size + 2 * objectHeaderSize + replacement.count
  }

  func describe(into summary: inout ChangeSummary.Builder) {
    summary.add(.changed)
  }
}
