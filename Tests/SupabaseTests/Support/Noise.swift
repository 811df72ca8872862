import Foundation

/// Bytes that cannot be compressed.
enum Noise {
  /// - Parameter count: A multiple of 8.
  static func bytes(_ count: Int) -> Data {
    var generator = SystemRandomNumberGenerator()
    let words = (0..<count / 8).map { _ in generator.next() }
    return words.withUnsafeBytes { Data($0) }
  }
}
