import Dispatch
import Synchronization

/// Checks the parts of an index on disk, each block when it is first used.
///
/// A block whose checksum does not agree, or whose numbers lead nowhere, is rebuilt from the log,
/// in the memory that the file is mapped to, before it is used; the file itself is left as it is,
/// and given up. A query does not notice, except that its answer takes longer.
///
/// Why `@unchecked Sendable` holds: all properties are constant. The memory of the file is checked,
/// and written, by one call at a time, under the lock, and only in blocks that are not marked; all
/// other code reads a block only once it is marked, and its mark is written last.
final class ImageChecker: @unchecked Sendable {
  let memory: IndexMemory
  let layout: ImageLayout
  private let offsets: (columns: [Int], tables: [Int])
  private let limits: ImageLimits
  private let origin: ImageOrigin
  /// The checksums of all blocks of all parts.
  private let checksums: [UInt64]
  private let firstBlocks: [Int]
  /// One for each block that may hold rows, part by part; not 0 if it may be used.
  private let marks: UnsafeMutablePointer<Atomic<UInt8>>
  private let firstMarks: [Int]
  /// Whether blocks were rebuilt; locked while blocks are checked.
  private let isRestored = Mutex(false)
  private let fault = Atomic(false)

  /// - Parameters:
  ///   - checksums: of all blocks, part by part.
  ///   - offsets: where columns and tables start.
  init(
    _ memory: IndexMemory, _ layout: ImageLayout, _ offsets: (columns: [Int], tables: [Int]),
    checksums: [UInt64], limits: ImageLimits, origin: ImageOrigin
  ) throws(ImageFault) {
    self.memory = memory
    self.layout = layout
    self.offsets = offsets
    self.limits = limits
    self.origin = origin
    self.checksums = checksums
    firstBlocks = layout.firstBlocks
    guard firstBlocks.last == checksums.count else { throw .inconsistent }
    firstMarks = ImagePart.all.reduce(into: [0]) { firsts, part in
      firsts.append((firsts.last ?? 0) + layout.markCount(part))
    }
    let count = firstMarks.last ?? 0
    marks = .allocate(capacity: max(1, count))
    for mark in 0..<count { (marks + mark).initialize(to: Atomic(0)) }
    for part in ImagePart.all {
      // What lies after the file's last row is written by this process.
      for block in part.blockCount(of: layout.count(part))..<layout.markCount(part) {
        mark(part, block)
      }
    }
  }

  deinit {
    marks.deallocate()
  }
}

extension ImageLayout {
  /// Returns how many blocks a part has room for.
  fileprivate func markCount(_ part: ImagePart) -> Int {
    if case .column(let column) = part {
      return holds(column) ? part.blockCount(of: max(1, capacity)) : 0
    }
    return part.blockCount(of: count(part))
  }
}

// MARK: - Parts

extension ImageChecker {
  /// Returns the elements of a part, followed by as many as there is room for.
  func elements<Element: BitwiseCopyable>(
    _ part: ImagePart, count: Int
  ) -> UnsafeMutablePointer<Element> {
    memory.elements(at: offset(part), count: count)
  }

  func marks(_ part: ImagePart) -> BlockMarks {
    guard layout.markCount(part) > 0 else { return .none }
    return BlockMarks(
      marks + firstMarks[part.number], shift: part.blockShift, checker: self, part: part.number)
  }

  private func offset(_ part: ImagePart) -> Int {
    switch part {
    case .column(let column): offsets.columns[column.rawValue]
    case .table(let table): offsets.tables[table.rawValue]
    }
  }

  private func bytes(_ part: ImagePart, _ block: Int) -> UnsafeMutableRawBufferPointer {
    let elements = part.elements(ofBlock: block, of: layout.count(part))
    let start = offset(part) + elements.lowerBound * part.stride
    return UnsafeMutableRawBufferPointer(
      rebasing: memory.bytes[start..<start + elements.count * part.stride])
  }

  private func isMarked(_ part: ImagePart, _ block: Int) -> Bool {
    marks[firstMarks[part.number] + block].load(ordering: .acquiring) != 0
  }

  private func mark(_ part: ImagePart, _ block: Int) {
    marks[firstMarks[part.number] + block].store(1, ordering: .releasing)
  }
}

// MARK: - Checking

extension ImageChecker {
  /// Whether something damaged could not be rebuilt from the log, so that the contents are invalid.
  var isBroken: Bool { fault.load(ordering: .acquiring) }

  /// Makes sure that blocks of a part may be used.
  func use(_ blocks: Range<Int>, ofPart number: Int) {
    let part = ImagePart.all[number]
    guard blocks.contains(where: { !isMarked(part, $0) }) else { return }
    // The lists of anchors are compared with the slots.
    if part == .table(.postings) { useAll(ImagePart(.slots)) }
    isRestored.withLock { isRestored in
      let unseen = blocks.filter { !isMarked(part, $0) }
      if !areSound(unseen, of: part), !isRestored {
        isRestored = true
        restore()
      }
      for block in unseen { mark(part, block) }
    }
  }

  /// Makes sure that the rows of the file from `row` on may be used, in all columns.
  func useRows(from row: Int) {
    guard row < layout.rows else { return }
    for part in ImagePart.all {
      guard case .column(let column) = part, layout.holds(column) else { continue }
      use(row >> part.blockShift..<part.blockCount(of: layout.rows), ofPart: part.number)
    }
  }

  /// Checks everything that has not been used yet, a little at a time: a caller that needs a block
  /// meanwhile does not wait long.
  func useAll() {
    for part in ImagePart.all {
      let count = part.blockCount(of: layout.count(part))
      for first in stride(from: 0, to: count, by: Self.blocksAhead) {
        use(first..<min(count, first + Self.blocksAhead), ofPart: part.number)
      }
    }
  }

  private static let blocksAhead = 16

  private func useAll(_ part: ImagePart) {
    use(0..<part.blockCount(of: layout.count(part)), ofPart: part.number)
  }

  /// With fewer blocks, starting a thread costs more than it saves.
  private static let blocksOfOneThread = 8

  private func areSound(_ blocks: [Int], of part: ImagePart) -> Bool {
    guard blocks.count > Self.blocksOfOneThread else {
      return blocks.allSatisfy { isSound(part, $0) }
    }
    let isAll = Atomic(true)
    DispatchQueue.concurrentPerform(iterations: blocks.count) { number in
      if !isSound(part, blocks[number]) { isAll.store(false, ordering: .relaxed) }
    }
    return isAll.load(ordering: .relaxed)
  }

  /// Returns whether a block is what was written, and stays within the limits.
  private func isSound(_ part: ImagePart, _ block: Int) -> Bool {
    let bytes = UnsafeRawBufferPointer(bytes(part, block))
    guard BlockChecksum.of(bytes) == checksums[firstBlocks[part.number] + block] else {
      return false
    }
    let elements = part.elements(ofBlock: block, of: layout.count(part))
    if part == .table(.postings) {
      return limits.listsAreSound(bytes.bindMemory(to: Int32.self), slots: slots)
    }
    return limits.isSound(part, bytes, elements)
  }
}

extension ImageChecker {
  /// The anchor of each row; nil if all belong to the first.
  private var slots: UnsafeBufferPointer<Int32>? {
    guard layout.holds(.slots) else { return nil }
    return UnsafeBufferPointer(
      start: elements(ImagePart(.slots), count: layout.rows), count: layout.rows)
  }
}

// MARK: - Restoring

extension ImageChecker {
  /// Rebuilds all blocks that have not been used yet from the log. Called under the lock.
  private func restore() {
    origin.giveUpFile()
    if let log = try? origin.read(), limits.agree(with: log) {
      for part in ImagePart.all { restore(part, from: log) }
    } else {
      // The log cannot be read or has changed as well, so what was here is lost. It is replaced
      // with values that lead nowhere, and readers of payloads get an error.
      fault.store(true, ordering: .releasing)
      for part in ImagePart.all { clear(part) }
    }
  }

  private func restore(_ part: ImagePart, from log: EventIndex) {
    limits.withBytes(of: part, log, layout) { right in
      for block in 0..<part.blockCount(of: layout.count(part)) where !isMarked(part, block) {
        let elements = part.elements(ofBlock: block, of: layout.count(part))
        let start = elements.lowerBound * part.stride
        let bytes = bytes(part, block)
        let own = UnsafeRawBufferPointer(rebasing: right[start..<start + bytes.count])
        // Pages that are right already stay shared with the file.
        if !own.elementsEqual(bytes) { bytes.copyMemory(from: own) }
        mark(part, block)
      }
    }
  }

  /// Overwrites all blocks that have not been used yet with values that lead nowhere.
  private func clear(_ part: ImagePart) {
    for block in 0..<part.blockCount(of: layout.count(part)) where !isMarked(part, block) {
      limits.clear(part, bytes(part, block))
      mark(part, block)
    }
  }
}
