package import Foundation

/// UUIDs derived from a name, identical on every machine (RFC 9562, version 5).
package enum UUIDv5 {
  /// Returns the UUID of a name within a namespace.
  package static func make(namespace: UUID, name: some Sequence<UInt8>) -> UUID {
    let message = withUnsafeBytes(of: namespace.uuid) { Array($0) } + name
    var bytes = Array(SHA1.digest(message).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }

  /// Returns the UUID of the UTF-8 bytes of a text within a namespace.
  package static func make(namespace: UUID, name: String) -> UUID {
    make(namespace: namespace, name: Array(name.utf8))
  }
}
