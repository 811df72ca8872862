import Foundation
import HyperbasisJSONText
import HyperbasisModels

/// Turns what a scan found in a line into a row: numbers anchors, actors and operations.
struct RowEncoder {
  var slots: SlotTable
  var actors: ActorTable
  var operations: OperationTable
  var rare: RareFacts
  private var lastActor: (text: [UInt8], number: Int32) = ([], 0)

  /// Shares the tables of an index; adding to them copies them.
  init(_ index: EventIndex) {
    slots = index.anchors.slots
    actors = index.actors
    operations = index.operations
    rare = index.rare
  }

  /// Takes the tables out of an index, so that adding to them does not copy them. It must get them
  /// back by ``EventIndex/adopt(_:)``.
  init(taking index: inout EventIndex) {
    self.init(index)
    index.anchors.slots = SlotTable()
    index.actors = ActorTable()
    index.operations = OperationTable()
    index.rare = RareFacts()
  }

  /// Makes the row of a line at an offset of the log.
  ///
  /// The row is filled in place: before it copies one that has just been written, a core waits for
  /// the writes to finish.
  @inline(__always)
  mutating func encode(
    _ line: ScannedLine, _ bytes: UnsafeBufferPointer<UInt8>, offset: Int,
    actor: String? = nil, into row: inout EventRow
  ) {
    row.id = line.id
    row.instant = line.instant
    row.slot = slots.intern(line.anchor)
    row.version = line.version
    row.flags = line.flags
    row.marks = []
    row.position = line.position
    row.rotationDigest = line.rotationDigest
    row.metadataDigest = line.metadataDigest
    row.metadataShape = line.metadataShape
    row.place = EventPlace(
      line: offset, length: bytes.count,
      transform: line.flags.contains(.transform) ? line.transform : 0,
      metadata: line.flags.contains(.metadata) ? line.metadata : 0)
    row.actor = 0
    row.operation = 0
    if line.actor != 0 || !line.rare.isEmpty || actor != nil {
      addRare(line, bytes, actor, &row)
    }
  }

  @inline(never)
  private mutating func addRare(
    _ line: ScannedLine, _ bytes: UnsafeBufferPointer<UInt8>, _ actor: String?,
    _ row: inout EventRow
  ) {
    if let actor {
      row.actor = actors.intern(actor)
    } else if line.actor != 0 {
      row.actor = number(bytes[line.actor..<line.actor + line.actorLength])
    }
    if line.rare.contains(.operation) { row.operation = operations.intern(line.operation) }
    if line.rare.contains(.undoes) { rare.tags[line.id] = .undoes(line.undone.uuid) }
    if line.rare.contains(.redoes) { rare.tags[line.id] = .redoes(line.undone.uuid) }
    if line.rare.contains(.createdAt) {
      rare.creationDates[line.id] = HBInstant(microseconds: line.createdAt)
    }
    if line.rare.contains(.derived) {
      row.marks.insert(.derived)
      rare.derived.add(line.id, HBInstant(microseconds: line.derived))
    }
    if line.rare.contains(.changed), row.flags.type == .updated, row.flags.contains(.metadata) {
      row.marks.insert(.namesKeys)
    }
    if line.rare.contains(.corrects) { addCorrection(line, bytes) }
  }

  /// Records what an operation corrects; if the value is something else, it corrects nothing.
  private mutating func addCorrection(
    _ line: ScannedLine, _ bytes: UnsafeBufferPointer<UInt8>
  ) {
    let isOfAnother = line.rare.contains(.undoes) || line.rare.contains(.redoes)
    let operation =
      isOfAnother
      ? line.undone.uuid : line.rare.contains(.operation) ? line.operation.uuid : nil
    if let operation, rare.corrections[operation] != nil { return }
    var cursor = JSONCursor(bytes, at: line.corrects)
    guard let value = try? cursor.value(depth: 1), let tag = CorrectionTag(value) else { return }
    if tag.frame == nil {
      rare.corrections[line.id.uuid] = tag
    } else if let operation {
      rare.corrections[operation] = tag
    }
  }

  /// Returns the number of an actor's name; consecutive lines mostly come from the same actor.
  private mutating func number(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int32 {
    if lastActor.number != 0, lastActor.text.elementsEqual(text) { return lastActor.number }
    lastActor = (Array(text), actors.intern(String(decoding: text, as: UTF8.self)))
    return lastActor.number
  }
}
