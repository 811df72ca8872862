import Foundation
import HyperbasisAnchorLog
import HyperbasisJSONText
import HyperbasisModels

/// Lines for the log, to be appended unchanged and all at once.
public struct ImportBlock: Sendable {
  /// Whole lines, each with its newline.
  public var lines: [UInt8]
  public var eventCount: Int

  /// The most events that a block holds.
  public static let capacity = 65_536
}

/// Turns events into lines, and hands them out in blocks.
final class BlockWriter {
  private let sink: (ImportBlock) throws -> Void
  private let spaceId: UUID
  private let operation: UUID
  private let count: Int
  private var index: Int
  private var block = ImportBlock(lines: [], eventCount: 0)

  init(
    _ survey: ImportSurvey, _ target: ImportTarget, _ sink: @escaping (ImportBlock) throws -> Void
  ) {
    self.sink = sink
    spaceId = target.spaceId
    operation = survey.operation
    // Events of the same operation that an interrupted import has written come first.
    index = target.existing.eventCount(ofOperation: survey.operation)
    count = index + survey.events.total
  }

  func write(_ draft: EventDraft) throws {
    let event = try draft.event(in: spaceId)
    let extras = LogExtras(
      operation: operation, batch: count > 1 ? LogExtras.Batch(index: index, count: count) : nil,
      changed: event.keysChanged(from: draft.previous))
    block.lines += try LogLine.encode(
      event, at: HBInstant(microseconds: draft.instant), extras: extras, isNew: true)
    block.lines.append(UInt8(ascii: "\n"))
    block.eventCount += 1
    index += 1
    if block.eventCount == ImportBlock.capacity { try handOut() }
  }

  /// Hands out the last block.
  func finish() throws {
    guard index == count else {
      throw UnreadableInput("The input changed while it was read; run the command again.")
    }
    if block.eventCount > 0 { try handOut() }
  }

  private func handOut() throws {
    try sink(block)
    block = ImportBlock(lines: [], eventCount: 0)
  }
}

extension EventIndex {
  /// Returns how many events belong to an operation.
  fileprivate func eventCount(ofOperation id: UUID) -> Int {
    (0..<count).reduce(0) { $0 + (operation($1) == id ? 1 : 0) }
  }
}
