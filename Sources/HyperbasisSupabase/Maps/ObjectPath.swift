import Foundation

/// Where an object lies in Storage.
struct ObjectPath: Equatable, Sendable {
  static let bucket = "world-maps"

  var bucket: String
  /// Parts of the name, not escaped.
  var name: [String]

  /// Creates the path of a space's map. The name holds the hash, so that nothing is ever overwritten:
  /// caches on the way may keep what they have.
  init(map name: String, of space: UUID) {
    bucket = Self.bucket
    self.name = [space.wireText, name]
  }

  /// Creates the path of an object in the bucket of maps, whose name has no folders.
  init(map name: String) {
    bucket = Self.bucket
    self.name = [name]
  }

  /// Creates the path of the object behind an address such as
  /// `…/storage/v1/object/sign/world-maps/ID/HASH?token=…`; nil if it is not one of Storage.
  ///
  /// Only bucket and name count: a project that has moved, or got a domain of its own, holds the object
  /// under another host than the recorded one. The object is only ever requested from the project itself,
  /// since no other server may get the key.
  init?(_ text: String) {
    guard let scheme = URLComponents(string: text)?.scheme?.lowercased(),
      scheme == "https" || scheme == "http",
      let root = text.range(of: "/storage/v1/object/")
    else { return nil }
    let path = text[root.upperBound...].prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/").map(\.removingPercentEncoding)
    guard parts.count >= 3, let access = parts[0], let bucket = parts[1],
      ["sign", "public", "authenticated"].contains(access)
    else { return nil }
    self.bucket = bucket
    name = parts[2...].compactMap { $0 }
    // There is a broken escape, or a step up.
    guard name.count == parts.count - 2, !name.contains(".."), !name.contains(".") else {
      return nil
    }
  }

  var text: String { name.joined(separator: "/") }

  /// Whether it is one of a space's own objects, which may be removed when no row names it.
  func belongs(to space: UUID) -> Bool {
    bucket == Self.bucket && name.first == space.wireText
  }
}
