import Foundation
public import HyperbasisModels

/// Reads the payloads of many events at once, in the order in which they lie in the log.
///
/// What is in force at one instant lies close together in the log, so that neighbours share a read.
public struct PayloadBatch {
  private let payloads: EventPayloads
  // Kept at hand: reading that of another module takes a call.
  private let identity = HBTransform.identity
  private var requests: [Request] = []
  private var farRequests: [FarRequest] = []
  /// The transforms, by the numbers that ``addTransform(_:)`` returned.
  public private(set) var transforms: [[Float]] = []
  /// The metadata, by the numbers that ``addMetadata(_:)`` returned.
  public private(set) var metadata: [[String: AnyCodableValue]] = []

  /// Values further apart than this are not read together.
  private static let gap = 2048
  private static let mostAtOnce = 128 << 10

  private struct Request {
    /// Where the value starts, and where its line ends, in the log.
    let range: Range<Int>
    let line: Int
    let number: Int32
    let isTransform: Bool
  }

  /// A value whose place in its line is not known.
  private struct FarRequest {
    let source: Int
    let number: Int
    let isTransform: Bool
  }

  public init(_ index: borrowing EventIndex, expected: Int) {
    payloads = index.payloads
    requests.reserveCapacity(expected * 2)
    transforms.reserveCapacity(expected)
    metadata.reserveCapacity(expected)
  }
}

extension PayloadBatch {
  /// Requests the transform that an event carries, or identity for nil; returns its number.
  public mutating func addTransform(_ source: Int?) -> Int {
    transforms.append(identity)
    guard let source else { return transforms.count - 1 }
    let place = payloads.place(source)
    if let event = payloads.eventInMemory(place) {
      transforms[transforms.count - 1] = event.transform ?? identity
    } else {
      add(source, place, Int(place.transform), transforms.count - 1, isTransform: true)
    }
    return transforms.count - 1
  }

  /// Requests the metadata in force after an event that carries some, or none for nil; returns its
  /// number.
  public mutating func addMetadata(_ source: Int?) -> Int {
    metadata.append([:])
    guard let source else { return metadata.count - 1 }
    let place = payloads.place(source)
    if let merged = payloads.mergedMetadata(source) {
      metadata[metadata.count - 1] = merged
    } else if let event = payloads.eventInMemory(place) {
      metadata[metadata.count - 1] = event.metadata ?? [:]
    } else {
      add(source, place, Int(place.metadata), metadata.count - 1, isTransform: false)
    }
    return metadata.count - 1
  }

  private mutating func add(
    _ source: Int, _ place: EventPlace, _ start: Int, _ number: Int, isTransform: Bool
  ) {
    guard start != EventPlace.far else {
      let request = FarRequest(source: source, number: number, isTransform: isTransform)
      return farRequests.append(request)
    }
    let line = Int(place.offset)
    requests.append(
      Request(
        range: line + start..<line + Int(place.length), line: line,
        number: Int32(truncatingIfNeeded: number), isTransform: isTransform))
  }

  /// Reads everything that was requested.
  public mutating func read() throws {
    try payloads.requireWholeIndex()
    sortRequests()
    try read(requests[...])
    for request in farRequests { try read(request) }
  }

  /// Sorts by where requests start, as integers if these can hold both that and which request it
  /// is: they sort in a third of the time.
  private mutating func sortRequests() {
    let last = requests.lazy.map(\.range.lowerBound).max() ?? 0
    guard last < 1 << 40, requests.count < 1 << 24 else {
      return requests.sort { $0.range.lowerBound < $1.range.lowerBound }
    }
    var keys = requests.indices.map { number in
      UInt64(truncatingIfNeeded: requests[number].range.lowerBound) << 24
        | UInt64(truncatingIfNeeded: number)
    }
    keys.sort()
    requests = keys.map { requests[Int($0 & 0xFF_FFFF)] }
  }

  /// Reads what can be read. A transform that cannot be read is empty, which no valid one is;
  /// metadata that cannot be read is empty.
  public mutating func readWhatThereIs() {
    guard (try? read()) == nil else { return }
    for request in requests where (try? read([request])) == nil {
      leaveOut(Int(request.number), isTransform: request.isTransform)
    }
    // As above: what cannot be read is left out.
    for request in farRequests where (try? read(request)) == nil {
      leaveOut(request.number, isTransform: request.isTransform)
    }
  }

  private mutating func leaveOut(_ number: Int, isTransform: Bool) {
    if isTransform { transforms[number] = [] } else { metadata[number] = [:] }
  }

  private mutating func read(_ requests: ArraySlice<Request>) throws {
    var buffer = PayloadBuffer()
    var next = requests.startIndex
    while next < requests.endIndex {
      let first = next
      let start = requests[first].range.lowerBound
      var end = requests[first].range.upperBound
      next += 1
      while next < requests.endIndex, requests[next].range.lowerBound <= end + Self.gap,
        requests[next].range.upperBound - start <= Self.mostAtOnce
      {
        end = max(end, requests[next].range.upperBound)
        next += 1
      }
      try buffer.with(start..<end, of: payloads.source) { bytes in
        for request in requests[first..<next] { try decode(request, bytes, start) }
      }
    }
  }

  private mutating func read(_ request: FarRequest) throws {
    var reader = PayloadReader(payloads)
    if request.isTransform {
      transforms[request.number] = try reader.transform(carriedBy: request.source)
    } else {
      metadata[request.number] = try reader.metadata(carriedBy: request.source)
    }
  }

  private mutating func decode(
    _ request: Request, _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int
  ) throws {
    let own = request.range.lowerBound - start..<request.range.upperBound - start
    let value = UnsafeBufferPointer(rebasing: bytes[own])
    do {
      if request.isTransform {
        transforms[Int(request.number)] = try PayloadDecoder.transform(value)
      } else {
        metadata[Int(request.number)] = try PayloadDecoder.metadata(value)
      }
    } catch {
      throw LogError.lineChanged(offset: request.line)
    }
  }
}
