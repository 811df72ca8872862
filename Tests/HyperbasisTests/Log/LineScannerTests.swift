import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisAnchorLog

/// Compares the fast scanner with the slow reader, and the slow reader with Foundation.
struct LineScannerTests {
  private struct Facts: Equatable {
    var id: UUID
    var anchor: UUID
    var instant: Int64
    var version: Int
    var type: HBAnchorEvent.EventType
    var position: [UInt32]?
    var transform: Int?
    var metadata: Int?
    var actor: String?
    var operation: UUID?
    var undone: OperationTag?
    var hasBadMicroseconds: Bool

    init(_ line: ScannedLine, actor: String?) {
      id = line.id.uuid
      anchor = line.anchor.uuid
      instant = line.instant
      version = Int(line.version)
      type = line.flags.type
      if line.flags.contains(.transform) {
        position = [line.position.x, line.position.y, line.position.z].map(\.bitPattern)
        transform = line.transform
      }
      if line.flags.contains(.metadata) { metadata = line.metadata }
      self.actor = actor
      operation = line.rare.contains(.operation) ? line.operation.uuid : nil
      if line.rare.contains(.undoes) { undone = .undoes(line.undone.uuid) }
      if line.rare.contains(.redoes) { undone = .redoes(line.undone.uuid) }
      hasBadMicroseconds = line.rare.contains(.badMicroseconds)
    }
  }

  /// Returns what the scanner makes of a line; nil if it leaves the line to the slow reader.
  private func scan(_ bytes: [UInt8], _ scanner: inout LineScanner) -> Facts? {
    let padded = bytes + [UInt8(ascii: "\n")] + [UInt8](repeating: 0x22, count: 64)
    return padded.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return nil }
      var line = ScannedLine()
      guard let next = scanner.scan(start, into: &line) else { return nil }
      #expect(next - start == bytes.count + 1)
      let actor =
        line.actor == 0
        ? nil : String(decoding: buffer[line.actor..<line.actor + line.actorLength], as: UTF8.self)
      return Facts(line, actor: actor)
    }
  }

  private func read(_ bytes: [UInt8], _ space: UUID) -> Facts? {
    bytes.withUnsafeBufferPointer { bytes in
      guard let decoder = try? LineDecoder(bytes),
        let head = try? LineHead(decoder, spaceId: UUIDBits(space))
      else { return nil }
      return Facts(ScannedLine(head, decoder.members, .process), actor: head.actor)
    }
  }

  /// Compares the three readers; returns whether the fast one accepted the line.
  private func check(
    _ bytes: [UInt8], _ history: RandomHistory, _ scanner: inout LineScanner, _ context: String
  ) -> Bool {
    let fast = scan(bytes, &scanner)
    let slow = read(bytes, history.space)
    if let fast, fast != slow {
      Issue.record(
        "\(context): \(fast) instead of \(String(describing: slow)): \(String(decoding: bytes, as: UTF8.self))"
      )
    }
    // Foundation refuses numbers that are too small for a float; here they count as zero.
    let text = String(decoding: bytes, as: UTF8.self)
    if let slow, !text.contains(/[eE]-([4-9]\d|\d{3})/) {
      let event = try? Self.decoder.decode(HBAnchorEvent.self, from: Data(bytes))
      if event?.id != slow.id || event?.anchorId != slow.anchor || event?.type != slow.type
        || event?.version != slow.version || event?.actorId != slow.actor
        || (event?.transform == nil) != (slow.transform == nil)
        || (event?.metadata == nil) != (slow.metadata == nil)
        || event?.transform?[12..<15].map(\.bitPattern) != slow.position
      {
        Issue.record(
          "\(context): Foundation reads \(String(describing: event)) for \(String(decoding: bytes, as: UTF8.self))"
        )
      }
    }
    return fast != nil
  }

  private static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      return HBInstant(rfc3339: text)?.date ?? .distantPast
    }
    return decoder
  }()

  @Test(arguments: [1, 2, 3])
  func takesUsualLinesAndReadsThemAlike(_ seed: UInt64) {
    var history = RandomHistory(seed: seed, anchors: 20)
    var scanner = LineScanner(spaceId: UUIDBits(history.space), digests: .process)
    var taken = 0
    for round in 0..<2000 {
      let line = Array(history.line().utf8)
      if check(line, history, &scanner, "seed \(seed), round \(round)") { taken += 1 }
    }
    // Lines with numeric escapes in their metadata go the slow way.
    #expect(taken > 1700, "only \(taken) of 2000 lines went the fast way")
  }

  @Test func takesLinesThatItWroteItself() throws {
    var history = RandomHistory(seed: 9, anchors: 3)
    var scanner = LineScanner(spaceId: UUIDBits(history.space), digests: .process)
    let event = HBAnchorEvent(
      id: UUID(), anchorId: UUID(), spaceId: history.space, type: .updated, timestamp: Date(),
      version: 2, metadata: ["text": "a"], actorId: "ann")
    let line = try LogLine.encode(
      event, extras: LogExtras(operation: UUID(), changed: ["b", "text"]))
    #expect(check(line, history, &scanner, "its own line"))
    for round in 0..<5000 {
      _ = check(history.mutate(line), history, &scanner, "its own line, round \(round)")
    }
  }

  @Test(arguments: [4, 5, 6, 7])
  func readsOddAndMutatedLinesAlike(_ seed: UInt64) {
    var history = RandomHistory(seed: seed, anchors: 20)
    var scanner = LineScanner(spaceId: UUIDBits(history.space), digests: .process)
    for round in 0..<10_000 {
      let line = Array(history.line(.odd).utf8)
      let bytes = round % 4 == 0 ? line : history.mutate(line)
      _ = check(bytes, history, &scanner, "seed \(seed), round \(round)")
    }
  }

  @Test func positionsAreTheNearestFloats() throws {
    let seed = UInt64(8)
    var history = RandomHistory(seed: seed, anchors: 1)
    var taken = 0
    for _ in 0..<20_000 {
      let float = Float.random(in: -100_000...100_000, using: &history.random)
      let double = Double.random(in: -1...1, using: &history.random)
      let middle = (Double(float) + Double(float.nextUp)) / 2
      let isMiddle = Int.random(in: 0..<4, using: &history.random) == 0
      let texts = [float.description, double.description, isMiddle ? middle.description : "0"]
      let bytes =
        Array(
          "[1,0,0,0,0,1,0,0,0,0,1,0,\(texts.joined(separator: ",")),1]\n".utf8)
        + [UInt8](repeating: 0, count: 64)
      var position = SIMD3<Float>.zero
      var rotation: UInt64 = 1
      let isTaken = bytes.withUnsafeBufferPointer { bytes in
        bytes.baseAddress.map {
          TransformScanner.scan($0, &position, &rotation, PayloadDigests.process.rotation) != nil
        } ?? false
      }
      guard isTaken else { continue }
      taken += 1
      let expected = texts.compactMap { Float($0) }
      #expect([position.x, position.y, position.z] == expected, "seed \(seed): \(texts)")
    }
    #expect(taken > 8000, "only \(taken) of 20000 were converted the fast way")
  }

  /// Texts of the characters of numbers, most of which are not numbers: only JSON numbers are accepted,
  /// each as the float nearest to it.
  @Test func takesNoTextThatIsNotANumber() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let characters = Array("00123456789.-")
    let odd = [
      "-.5", ".5", "1.", "-1.", "00.5", "-01.5", "1-2.5", "12.-5", "1.5.5", "--1.5", "-0.0",
    ]
    // Made once, since a regex literal is compiled each time it is evaluated.
    let jsonNumber = /-?(0|[1-9][0-9]*)(\.[0-9]+)?/
    var taken = 0
    for number in 0..<50_000 {
      let length = Int.random(in: 1...17, using: &random)
      let text =
        number < odd.count
        ? odd[number]
        : String((0..<length).map { _ in characters.randomElement(using: &random) ?? "0" })
      for isPosition in [true, false] {
        guard let float = scanned(text, asPosition: isPosition) else { continue }
        taken += 1
        let isNumber = text.wholeMatch(of: jsonNumber) != nil
        #expect(isNumber, "seed \(seed): \(text)")
        #expect(float.bitPattern == Float(text)?.bitPattern, "seed \(seed): \(text)")
      }
    }
    #expect(taken > 1000, "seed \(seed): only \(taken) were taken")
  }

  /// Returns the float that a number in a transform is read as; nil if it is left to the slow reader.
  private func scanned(_ text: String, asPosition: Bool) -> Float? {
    let before = asPosition ? "1,0,0,0,0,1,0,0,0,0,1,0" : "0.5,0,0,0,0,1,0,0,0,0,1,0"
    let bytes =
      Array("\"transform\":[\(before),\(text),0,0,1]\n".utf8)
      + [UInt8](repeating: 0, count: ScanPointer.padding)
    var position = SIMD3<Float>.zero
    var rotation: UInt64 = 0
    let isTaken = bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map {
        TransformScanner.scan($0 + 12, &position, &rotation, PayloadDigests.process.rotation) != nil
      } ?? false
    }
    return isTaken ? position.x : nil
  }
}
