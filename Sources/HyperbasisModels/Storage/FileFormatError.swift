import Foundation

/// What is wrong with a file of the store.
package struct FileFormatError: Equatable {
  /// The path relative to the store; nil if the caller that reads the file names it.
  package let file: String?
  package let reason: String
  /// What to do about the file, as a sentence without its full stop; nil for what helps with any file:
  /// mending it, or repairing the store.
  package let remedy: String?

  package init(file: String? = nil, reason: String, remedy: String? = nil) {
    (self.file, self.reason, self.remedy) = (file, reason, remedy)
  }
}

extension FileFormatError {
  /// The reason, which may be a sentence, in a form that can follow a colon.
  private var clause: String {
    let text = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    let isSentence = text.hasPrefix("It ")
    return isSentence ? "it " + text.dropFirst(3) : text
  }
}

extension FileFormatError: LocalizedError {
  package var errorDescription: String? {
    file.map { "\($0) cannot be read: \(clause)" } ?? reason
  }
}
