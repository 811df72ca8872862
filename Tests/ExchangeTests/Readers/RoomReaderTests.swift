import Foundation
import HyperbasisAnchorLog
import Testing

@testable import HyperbasisExchange

struct RoomReaderTests {
  @Test("surfaces and objects of a RoomPlan scan; what stands in a category becomes metadata")
  func roomPlan() throws {
    let (rows, faults) = try readRows(
      RoomPlanReader(
        MemoryByteSource(
          """
          {"walls": [], "doors": [{"identifier": "D", "category": {"door": {"isOpen": true}},
           "confidence": {"high": {}}, "dimensions": [1, 2, 0], "transform": [1, 0]}],
           "objects": [{"category": {"chair": {}}}]}
          """), input: 0))
    #expect(
      rows == [
        [
          "id": "D", "type": "door", "isOpen": "true", "confidence": "high",
          "dimensions": "[1,2,0]", "transform": "[1,0]",
        ]
      ])
    #expect(faults.map(\.kind) == [.noAnchor])
  }

  @Test("Unity's angles turn about z, then x, then y")
  func eulerAngles() {
    let turn = MRUKReader.quaternion([0, 90, 0])
    #expect(
      zip(turn, [0, 0.5.squareRoot(), 0, 0.5.squareRoot()]).allSatisfy { abs($0 - $1) < 1e-12 })
    let both = MRUKReader.quaternion([90, 90, 0])
    #expect(zip(both, [0.5, 0.5, -0.5, 0.5]).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test("scenes with axes that nobody has seen are refused")
  func foreignAxes() {
    for text in [#"{"Rooms": []}"#, #"{"CoordinateSystem": "Unreal", "Rooms": []}"#] {
      #expect(throws: UnreadableInput.self) {
        try readRows(MRUKReader(MemoryByteSource(text), input: 0))
      }
    }
  }

  @Test("an archive of which a byte is wrong is refused or read, and never crashes")
  func damagedPropertyLists() throws {
    let list: [String: Any] = [
      "$top": ["root": 1], "$objects": ["$null", ["anchors": 2]], "$version": 100_000,
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    for place in data.indices {
      for byte: UInt8 in [0, 0x0F, 0x4F, 0x7F, 0xFF] {
        var damaged = [UInt8](data)
        damaged[place] = byte
        _ = try? readRows(WorldMapReader(MemoryByteSource(damaged), input: 0))
      }
      _ = try? readRows(WorldMapReader(MemoryByteSource([UInt8](data.prefix(place))), input: 0))
    }
  }
}
