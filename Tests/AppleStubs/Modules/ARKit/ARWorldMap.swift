public import Foundation

/// A world map, which is an object that can be archived. What else ARKit's can do is used by apps
/// alone.
public final class ARWorldMap: NSObject, NSSecureCoding {
  /// Stands for what a session knows of a room.
  public let contents: Data

  public static var supportsSecureCoding: Bool { true }

  public init(contents: Data) { self.contents = contents }

  public required init?(coder: NSCoder) {
    guard let contents = coder.decodeObject(of: NSData.self, forKey: "contents") else { return nil }
    self.contents = Data(referencing: contents)
  }

  public func encode(with coder: NSCoder) {
    coder.encode(contents as NSData, forKey: "contents")
  }
}
