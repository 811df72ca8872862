package import Foundation
import HyperbasisAnchorLog

extension UUID {
  /// A random UUID (RFC 9562, version 4) from the system's generator; Foundation's own opens
  /// `/dev/urandom` for each.
  package static func random() -> UUID {
    var generator = SystemRandomNumberGenerator()
    let high = generator.next() & 0xffff_ffff_ffff_0fff | 0x4000
    let low = generator.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
    return UUIDBits(high: high, low: low).uuid
  }
}
