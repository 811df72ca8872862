package import SystemPackage

/// Where a world map lies in the cloud, and what its bytes are.
///
/// The address goes into `spaces.world_map_url`, which is all that a plain server keeps. Hash,
/// size and packing therefore stand in the address's fragment, which is never sent to a server
/// and does not keep other programs from fetching the map:
/// `https://…/object/sign/world-maps/ID/HASH?token=…#sha256=HASH&bytes=5242880&packed=1`.
package struct WorldMapReference: Codable, Hashable, Sendable {
  /// The address without our fragment.
  package var address: String
  /// The hash of the bytes as they lie in the bucket: 64 hexadecimal digits in lower case. nil for a map
  /// that another program uploaded.
  package var sha256: String?
  package var byteCount: Int?
  /// Whether the bytes are raw DEFLATE; nil if it is not known.
  package var isCompressed: Bool?

  private enum CodingKeys: String, CodingKey {
    case address, sha256
    case byteCount = "bytes"
    case isCompressed = "packed"
  }

  package init(
    address: String, sha256: String? = nil, byteCount: Int? = nil, isCompressed: Bool? = nil
  ) {
    self.address = address
    self.sha256 = sha256
    self.byteCount = byteCount
    self.isCompressed = isCompressed
  }
}

extension WorldMapReference {
  /// The address without the query, which is a signature that changes.
  package var place: Substring { address.prefix { $0 != "?" } }
}

// MARK: - In files of the store

extension WorldMapReference {
  /// The address without the token of a signed link: whoever holds that can fetch the map for a week.
  var unsignedAddress: String {
    address.contains(Self.signedRoute) ? String(place) : address
  }

  /// Whether it is a signed link whose token is not known.
  var lacksToken: Bool { address.contains(Self.signedRoute) && place.count == address.count }

  private static let signedRoute = "/storage/v1/object/sign/"

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(unsignedAddress, forKey: .address)
    try members.encodeIfPresent(sha256, forKey: .sha256)
    try members.encodeIfPresent(byteCount, forKey: .byteCount)
    try members.encodeIfPresent(isCompressed, forKey: .isCompressed)
  }
}

/// A world map as a file on this machine.
package struct WorldMapFile: Equatable, Sendable {
  package var path: FilePath
  /// Its name among the maps of its space, which begins with the hash.
  package var name: String
  /// 64 hexadecimal digits in lower case.
  package var sha256: String
  package var byteCount: Int
  package var isCompressed: Bool

  package init(path: FilePath, sha256: String, byteCount: Int, isCompressed: Bool) {
    self.path = path
    self.sha256 = sha256
    name = sha256
    self.byteCount = byteCount
    self.isCompressed = isCompressed
  }
}

// MARK: - Text

extension WorldMapReference {
  /// What `world_map_url` holds.
  package var text: String {
    var members: [String] = []
    if let sha256 { members.append("sha256=\(sha256)") }
    if let byteCount { members.append("bytes=\(byteCount)") }
    if let isCompressed { members.append("packed=\(isCompressed ? 1 : 0)") }
    return members.isEmpty ? address : "\(address)#\(members.joined(separator: "&"))"
  }

  /// Reads a value of `world_map_url`. A fragment that is not ours stays part of the address.
  package init(text: String) {
    self.init(address: text)
    guard let mark = text.lastIndex(of: "#") else { return }
    let members = text[text.index(after: mark)...].split(separator: "&")
    var read = WorldMapReference(address: String(text[..<mark]))
    guard members.allSatisfy({ read.take($0) }), read.sha256 != nil else { return }
    self = read
  }

  private mutating func take(_ member: Substring) -> Bool {
    guard let equals = member.firstIndex(of: "=") else { return false }
    let value = member[member.index(after: equals)...]
    switch member[..<equals] {
    case "sha256":
      let isHash = value.utf8.count == 64 && value.utf8.allSatisfy(Self.isLowerHexDigit)
      sha256 = String(value)
      return isHash
    case "bytes":
      byteCount = Int(value)
      return byteCount.map { $0 >= 0 } ?? false
    case "packed":
      isCompressed = value == "1"
      return value == "0" || value == "1"
    default:
      return false
    }
  }

  private static func isLowerHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }
}
