import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisHistory
import Synchronization
import TestSupport
import Testing

@testable import HyperbasisSync

/// The parts of the sync algorithm.
@Suite struct SyncPartsTests {
  // https://csrc.nist.gov/projects/cryptographic-standards-and-guidelines/example-values
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func digests(text: String, digest: String) {
    #expect(SHA256.hexDigest(of: Array(text.utf8)) == digest)
  }

  @Test func aDigestDoesNotDependOnThePieces() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for size in [1, 63, 64, 65, 200] {
      var hash = SHA256()
      for piece in bytes.chunks(of: size) { hash.update(Array(piece)) }
      #expect(hash.hexDigest() == SHA256.hexDigest(of: bytes))
    }
  }

  @Test(arguments: 0..<20) func spansAreWhatWasInserted(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var spans = RangeSet<Int>()
    var bytes = Set<Int>()
    for _ in 0..<30 {
      let start = Int.random(in: 0..<200, using: &random)
      let range = start..<start + Int.random(in: 0...20, using: &random)
      spans.insert(contentsOf: range)
      bytes.formUnion(range)
      #expect(Set(spans.ranges.joined()) == bytes)
      #expect(spans.end == (bytes.max() ?? -1) + 1)
      #expect(
        zip(spans.ranges, spans.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
      let probe = Int.random(in: 0..<200, using: &random)
      #expect(spans.covers(probe..<probe + 5) == (probe..<probe + 5).allSatisfy(bytes.contains))
    }
  }

  @Test func aReferenceReadsItsOwnText() {
    let hash = String(repeating: "0a", count: 32)
    let whole = WorldMapReference(
      address: "https://x/sign/world-maps/a?token=t", sha256: hash, byteCount: 12,
      isCompressed: true)
    #expect(WorldMapReference(text: whole.text) == whole)
    for text in ["https://x/a", "https://x/a#part", "https://x/a#sha256=12"] {
      let foreign = WorldMapReference(text: text)
      #expect(foreign.address == text && foreign.sha256 == nil && foreign.text == text)
    }
  }

  @Test func membersAreFoundInAnyPieces() throws {
    let text = #" {"a" : "x\"y\\" ,"b\u0062":[1,{"c":"}"}],"d":null, "e":{} } "#
    for size in [1, 2, 3, 7, 100] {
      var scanner = MemberScanner()
      for piece in Array(text.utf8).chunks(of: size) {
        Array(piece).withUnsafeBytes { scanner.add($0) }
      }
      #expect(scanner.isWhole)
      let found = scanner.members.map { member in
        "\(member.name)=" + String(decoding: Array(text.utf8)[member.value], as: UTF8.self)
      }
      #expect(found == [#"a="x\"y\\""#, #"bb=[1,{"c":"}"}]"#, "d=null", "e={}"])
    }
  }

  @Test(arguments: ["", "{", "[]", "{}{}", #"{"a":}"#, "x", #"{"a":1"#, #"{"a"}"#])
  func whatIsNoObjectIsNotWhole(text: String) {
    var scanner = MemberScanner()
    Array(text.utf8).withUnsafeBytes { scanner.add($0) }
    #expect(!scanner.isWhole)
  }

  @Test func fieldsMergeInThreeWays() {
    func merged(_ base: Int?, _ local: Int, _ remote: Int, later: Bool) -> Int {
      ThreeWayMerge.merged(base: base, mine: local, theirs: remote, isMineLater: later)
    }
    #expect(merged(1, 1, 2, later: true) == 2)
    #expect(merged(1, 2, 1, later: false) == 2)
    #expect(merged(1, 2, 3, later: true) == 2)
    #expect(merged(1, 2, 3, later: false) == 3)
    #expect(merged(nil, 2, 3, later: false) == 3)
    let base: [String: AnyCodableValue] = ["a": 1, "b": 1, "c": 1]
    #expect(
      ThreeWayMerge.merged(
        metadata: base, mine: ["a": 2, "b": 1], theirs: ["a": 1, "b": 3, "c": 1, "d": 4],
        isMineLater: { _ in false }) == ["a": 2, "b": 3, "d": 4])
    // What only one side has, the other may never have seen.
    #expect(
      ThreeWayMerge.merged(
        metadata: nil, mine: ["a": 1, "c": 1], theirs: ["a": 2, "b": 3],
        isMineLater: { _ in false }) == ["a": 2, "b": 3, "c": 1])
  }

  /// A draft and a row of the cloud are merged by the same rule.
  @Test func bothSidesOfAMergeAgreeWhoChangedWhat() {
    func outcome(_ base: Int?, _ mine: Int, _ theirs: Int) -> ThreeWayMerge.Outcome {
      ThreeWayMerge.outcome(base: base, mine: mine, theirs: theirs)
    }
    #expect(outcome(1, 2, 2) == .same)
    #expect(outcome(1, 2, 1) == .mine)
    #expect(outcome(1, 1, 2) == .theirs)
    #expect(outcome(1, 2, 3) == .conflict)
    #expect(outcome(nil, 2, 3) == .conflict)
    let outcomes = ThreeWayMerge.outcomes(
      base: ["kept": 1, "gone": 1, "both": 1], mine: ["kept": 1, "both": 2, "new": 1],
      theirs: ["kept": 1.0, "gone": 1, "both": 3])
    #expect(outcomes == ["kept": .same, "gone": .mine, "both": .conflict, "new": .mine])
  }

  @Test func anEventKeepsAllItsKeysOnTheWay() throws {
    let line = Array(
      """
      {"id":"11111111-1111-4111-8111-111111111111","anchorId":"22222222-2222-4222-8222-222222222222",\
      "spaceId":"33333333-3333-4333-8333-333333333333","type":"updated",\
      "timestamp":"2024-01-15T10:00:00Z","version":3,"metadata":{"n":1.5},"actorId":"ann",\
      "microseconds":250000,"operation":"44444444-4444-4444-8444-444444444444",\
      "batch":{"index":0,"count":2},"x-other":[1,null],"check":"00000000"}
      """.utf8)
    let row = AnchorEventRow(try LogLine.decode(line))
    #expect(row.instant.rfc3339Text == "2024-01-15T10:00:00.25Z")
    #expect(Set(row.extra.keys) == ["operation", "batch", "x-other"])
    // Everything but the checksum, which each writer of a line computes itself.
    let written = String(decoding: try row.line(), as: UTF8.self)
    let text = String(decoding: line, as: UTF8.self)
    #expect(written.dropLast(11) == text.dropLast(10))
    #expect(!written.contains("00000000"))
  }

  @Test func delaysGrowAndAreSpread() {
    let asked = Recorder()
    var backoff = SyncBackoff { most in
      asked.add(most)
      return most / 4
    }
    #expect(backoff.next(atLeast: 0) == 0.25)
    #expect(backoff.next(atLeast: 7) == 7)
    for _ in 0..<40 { _ = backoff.next(atLeast: 0) }
    #expect(asked.all.prefix(4) == [1, 2, 4, 8])
    #expect(asked.all.last == SyncBackoff.cap)
    backoff.reset()
    #expect(backoff.next(atLeast: 0) == 0.25)
  }
}

/// Remembers the values that it was given.
final class Recorder: Sendable {
  private let values = Mutex<[Double]>([])

  var all: [Double] { values.withLock { $0 } }

  func add(_ value: Double) { values.withLock { $0.append(value) } }
}
