import Foundation
import Hyperbasis
import Testing

struct HBSpaceTests {
  @Test func onlyAKeyedArchiveOfAWorldMapIsValid() {
    #expect(!HBSpace().validate())
    #expect(!HBSpace(worldMapData: Data([1, 2, 3])).validate())
    #expect(!HBSpace(worldMapData: Data("ARWorldMap NSKeyedArchiver".utf8)).validate())
    #expect(!HBSpace(worldMapData: Data("bplist00 NSKeyedArchiver ARSession".utf8)).validate())
    #expect(HBSpace(worldMapData: Data("bplist00 NSKeyedArchiver ARWorldMap".utf8)).validate())
  }

  @Test func sizesAreWrittenForPeople() {
    func text(_ count: Int) -> String {
      HBSpace(worldMapData: Data(count: count)).worldMapSizeFormatted
    }
    #expect(text(0) == "0 bytes")
    #expect(text(1) == "1 byte")
    #expect(text(999) == "999 bytes")
    #expect(text(1000) == "1.0 kB")
    #expect(text(1024) == "1.0 kB")
    #expect(text(10 * 1024 * 1024) == "10.5 MB")
    #expect(ByteCountText.text(999_950) == "1.0 MB")
    #expect(ByteCountText.text(.max) == "9223372.0 TB")
  }

  @Test func renamingTouchesTheSpace() {
    var space = HBSpace(name: "Old", createdAt: Date(timeIntervalSince1970: 0))
    space.update(name: nil)
    #expect(space.name == nil)
    #expect(space.updatedAt > space.createdAt)
  }

  @Test func errorsSayWhatHappened() {
    let reason = NSError(
      domain: "test", code: 1, userInfo: [NSLocalizedDescriptionKey: "out of paper"])
    let error = HBSpaceError.serializationFailed(underlying: reason)
    #expect(error.localizedDescription.contains("serialize"))
    #expect(error.localizedDescription.contains("out of paper"))
    #expect(HBSpaceError.invalidWorldMapData.localizedDescription.contains("invalid"))
  }
}
