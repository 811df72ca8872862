import Foundation

/// Where an object lies in Storage.
struct ObjectPath: Equatable, Sendable {
  static let bucket = "world-maps"

  var bucket: String
  /// Parts of the name, not escaped.
  var name: [String]

  /// The place of a space's map. The name holds the hash, so that nothing is ever overwritten:
  /// caches between here and there may keep what they have.
  init(map name: String, of space: UUID) {
    bucket = Self.bucket
    self.name = [space.wireText, name]
  }

  /// The object of a name without folders in the bucket of maps.
  init(map name: String) {
    bucket = Self.bucket
    self.name = [name]
  }

  /// The object behind an address such as `…/storage/v1/object/sign/world-maps/ID/HASH?token=…`;
  /// nil where it is not one of the project, which is then never asked for.
  init?(_ text: String, in address: CloudAddress) {
    guard address.url(ifBelow: text) != nil else { return nil }
    let path = text.dropFirst(address.text.count).prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/").map(\.removingPercentEncoding)
    guard parts.count >= 6, parts[0] == "storage", parts[1] == "v1", parts[2] == "object",
      ["sign", "public", "authenticated"].contains(parts[3]), let bucket = parts[4]
    else { return nil }
    self.bucket = bucket
    name = parts[5...].compactMap { $0 }
    // A broken escape, or a step up.
    guard name.count == parts.count - 5, !name.contains(".."), !name.contains(".") else {
      return nil
    }
  }

  var text: String { name.joined(separator: "/") }

  /// Whether it is one of a space's own, which may go when no row names it.
  func belongs(to space: UUID) -> Bool {
    bucket == Self.bucket && name.first == space.wireText
  }
}
