import Foundation
import Hyperbasis
import Testing

struct UUIDv5Tests {
  /// The example of RFC 9562, A.4, and well-known values of other implementations.
  @Test(arguments: [
    (
      "6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "www.example.com",
      "2ED6657D-E927-568B-95E1-2665A8AEA6A2"
    ),
    ("6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "python.org", "886313E1-3B8A-5372-9B90-0C9AEE199E5D"),
    (
      "6BA7B811-9DAD-11D1-80B4-00C04FD430C8", "http://python.org/",
      "4C565F0D-3F5A-5890-B41B-20CF47701C5E"
    ),
  ])
  func knownNames(namespace: String, name: String, expected: String) throws {
    let namespace = try #require(UUID(uuidString: namespace))
    #expect(UUIDv5.make(namespace: namespace, name: name).uuidString == expected)
  }

  /// Every length around the ends of a block is padded to whole blocks and gives its own digest.
  @Test func lengthsAboutTheBlockSize() {
    let namespace = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    let ids = (0..<200).map { count in
      UUIDv5.make(namespace: namespace, name: repeatElement(UInt8(ascii: "a"), count: count))
    }
    #expect(Set(ids).count == ids.count)
  }
}
