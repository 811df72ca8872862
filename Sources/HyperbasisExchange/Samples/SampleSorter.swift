import HyperbasisAnchorLog

/// Sorts samples chronologically, in memory that does not grow with their number: what does not fit is
/// sorted piece by piece into a temporary file, and merged from there.
struct SampleSorter {
  private let makeSpool: () throws -> any ImportSpool
  private let capacity: Int
  /// The samples in memory, one after the other.
  private var bytes: [UInt8] = []
  private var keys: [Key] = []
  private var runs: [Range<Int>] = []
  private var spool: (any ImportSpool)?
  private var spooled = 0

  private struct Key {
    var instant: Int64
    var anchor: Int32
    var input: Int32
    var line: Int64
    var offset: Int

    static func precedes(_ left: Key, _ right: Key) -> Bool {
      if left.instant != right.instant { return left.instant < right.instant }
      if left.anchor != right.anchor { return left.anchor < right.anchor }
      if left.input != right.input { return left.input < right.input }
      return left.line < right.line
    }
  }

  /// - Parameter capacity: how many bytes of samples are held in memory.
  init(capacity: Int, makeSpool: @escaping () throws -> any ImportSpool) {
    self.capacity = capacity
    self.makeSpool = makeSpool
  }

  mutating func add(_ sample: Sample, _ cells: [UInt8]) throws {
    keys.append(
      Key(
        instant: sample.instant, anchor: Int32(truncatingIfNeeded: sample.anchor),
        input: Int32(truncatingIfNeeded: sample.place.input), line: Int64(sample.place.line),
        offset: bytes.count))
    SampleCoder.encode(sample, cells, to: &bytes)
    if bytes.count + keys.count * MemoryLayout<Key>.stride > capacity { try spill() }
  }

  private mutating func spill() throws {
    let spool = try spool ?? makeSpool()
    self.spool = spool
    keys.sort(by: Key.precedes)
    let start = spooled
    var piece: [UInt8] = []
    for key in keys {
      SampleCoder.copy(at: key.offset, from: bytes, to: &piece)
      if piece.count > 1 << 20 { try flush(&piece, spool) }
    }
    try flush(&piece, spool)
    runs.append(start..<spooled)
    bytes.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
  }

  private mutating func flush(_ piece: inout [UInt8], _ spool: any ImportSpool) throws {
    try piece.withUnsafeBytes { try spool.append($0) }
    spooled += piece.count
    piece.removeAll(keepingCapacity: true)
  }

  /// Hands out all samples, ordered by instant, anchor and place.
  mutating func handOut(_ body: (Sample, [UInt8]) throws -> Void) throws {
    guard !runs.isEmpty else {
      keys.sort(by: Key.precedes)
      for key in keys {
        let (sample, cells, _) = SampleCoder.decode(bytes, at: key.offset)
        try body(sample, cells)
      }
      return
    }
    if !keys.isEmpty { try spill() }
    guard let spool else { return }
    bytes = []
    keys = []
    var readers = try runs.map { try RunReader($0, spool, share: capacity / (runs.count + 1)) }
    while let next = Self.least(readers) {
      let (sample, cells) = readers[next].current
      try body(sample, cells)
      try readers[next].advance()
    }
  }

  private static func least(_ readers: [RunReader]) -> Int? {
    var best: Int?
    for (number, reader) in readers.enumerated() where !reader.isAtEnd {
      guard let known = best else {
        best = number
        continue
      }
      if precedes(reader.current.sample, readers[known].current.sample) { best = number }
    }
    return best
  }

  private static func precedes(_ left: Sample, _ right: Sample) -> Bool {
    if left.instant != right.instant { return left.instant < right.instant }
    if left.anchor != right.anchor { return left.anchor < right.anchor }
    return left.place < right.place
  }
}

/// Reads a sorted run from a temporary file.
private struct RunReader {
  private let spool: any ImportSpool
  private var rest: Range<Int>
  private let share: Int
  private var buffer: [UInt8] = []
  private var position = 0
  private(set) var current: (sample: Sample, cells: [UInt8])
  private(set) var isAtEnd = false

  init(_ run: Range<Int>, _ spool: any ImportSpool, share: Int) throws {
    self.spool = spool
    rest = run
    self.share = min(max(share, 64 << 10), 1 << 20)
    current = (Sample(anchor: 0, instant: 0, place: InputPlace(input: 0, line: 0)), [])
    try advance()
  }

  mutating func advance() throws {
    while true {
      if let size = SampleCoder.size(buffer, at: position), position + size <= buffer.count {
        let (sample, cells, end) = SampleCoder.decode(buffer, at: position)
        current = (sample, cells)
        position = end
        return
      }
      guard !rest.isEmpty else {
        isAtEnd = true
        return
      }
      try refill()
    }
  }

  private mutating func refill() throws {
    var kept = Array(buffer[position...])
    let old = kept.count
    let count = min(max(share, old), rest.count)
    kept.append(contentsOf: repeatElement(0, count: count))
    let isRead = try kept.withUnsafeMutableBytes { memory in
      try spool.readFully(
        at: rest.lowerBound, into: UnsafeMutableRawBufferPointer(rebasing: memory[old...]))
    }
    guard isRead else {
      throw UnreadableInput("The temporary file for sorting was truncated.")
    }
    rest = rest.lowerBound + count..<rest.upperBound
    buffer = kept
    position = 0
  }
}
