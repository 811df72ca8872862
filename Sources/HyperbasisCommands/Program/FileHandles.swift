import Foundation

/// The file handles that a process has left. Parts of the system's libraries end a program without a
/// message if they get none, so code that needs them checks first.
enum FileHandles {
  /// For the connections and timers of a sync.
  static let forCloud = 16
  /// For the pipes, watches and files of the time machine.
  static let forTerminal = 16

  /// - Throws: ``CommandFailure`` if fewer are left.
  static func require(_ count: Int) throws {
    var held: [Int32] = []
    defer { for descriptor in held { close(descriptor) } }
    while held.count < count {
      // Any descriptor will do; the first one always exists.
      let descriptor = fcntl(0, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else {
        guard errno == EMFILE || errno == ENFILE else { return }
        throw CommandFailure.failed(
          "too few file handles are left; close other files or raise the limit (ulimit -n)")
      }
      held.append(descriptor)
    }
  }
}
