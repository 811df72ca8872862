import Foundation
import SystemPackage

/// Says when to look for what other processes wrote.
///
/// Told of changes, it waits for them, and looks at most ten times a second, however fast others
/// write. Where nobody tells, it looks once a second.
struct Follower {
  /// Whether changes are told.
  var isNotified: Bool
  private var isPending = false
  private var lastLook = ContinuousClock.now

  private static let pause = Duration.milliseconds(100)
  private static let interval = Duration.seconds(1)

  init(isNotified: Bool) {
    self.isNotified = isNotified
  }

  /// When to look next; nil while there is nothing to wait for.
  var deadline: ContinuousClock.Instant? {
    if isPending { return lastLook + Self.pause }
    return isNotified ? nil : lastLook + Self.interval
  }

  var isDue: Bool { deadline.map { $0 <= .now } ?? false }

  mutating func notify() { isPending = true }

  /// Is told from now on of what changes in these directories, where somebody can tell.
  mutating func watch(_ directories: [URL], with watcher: DirectoryWatcher?) {
    guard let watcher else {
      isNotified = false
      return
    }
    let isNew = !watcher.isWatching(directories)
    isNotified = watcher.watch(directories)
    // What changed between the last look and the beginning of a watch, nobody tells.
    if isNew, isNotified { notify() }
  }

  mutating func hasLooked() {
    isPending = false
    lastLook = .now
  }

  /// How long a loop may sleep until the first of some deadlines; nil for ever.
  static func timeout(until deadlines: ContinuousClock.Instant?...) -> Duration? {
    deadlines.compactMap(\.self).min().map { max(.zero, $0 - .now) }
  }
}

#if os(Linux)
  import Glibc

  /// Says when something in a few directories changes, without looking all the time.
  ///
  /// `inotify(7)`: its descriptor becomes readable, so that the loop sleeps until then.
  final class DirectoryWatcher {
    private let instance: FileDescriptor
    private var watches: [Int32] = []
    private var watched: [URL] = []

    /// Nil where the system gives no instance, as when the person has used up all of theirs.
    init?() {
      let number = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard number >= 0 else { return nil }
      instance = FileDescriptor(rawValue: number)
    }

    // Nothing was written to it.
    deinit { try? instance.close() }

    /// Becomes readable when there is something to see.
    var descriptor: Int32? { instance.rawValue }

    /// Whether just these directories are watched.
    func isWatching(_ directories: [URL]) -> Bool { directories == watched }

    /// Watches these directories instead of those before; those that are not there are left out.
    ///
    /// - Returns: whether all of them are watched.
    func watch(_ directories: [URL]) -> Bool {
      if isWatching(directories) { return true }
      for watch in watches { inotify_rm_watch(instance.rawValue, watch) }
      // The end of a watch is told as well.
      drain()
      let mask = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB)
      watches = directories.map { inotify_add_watch(instance.rawValue, $0.path, mask) }
        .filter { $0 >= 0 }
      watched = watches.count == directories.count ? directories : []
      return !watched.isEmpty
    }

    /// Takes away what made the descriptor readable; false where nothing had.
    @discardableResult
    func drain() -> Bool {
      withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
        var hasSome = false
        // It does not block: an error says that there is nothing more.
        while let count = try? instance.read(into: buffer), count > 0 { hasSome = true }
        return hasSome
      }
    }
  }
#else
  /// No watching here: the loop looks once a second instead.
  final class DirectoryWatcher {
    init?() { return nil }

    var descriptor: Int32? { nil }

    func isWatching(_ directories: [URL]) -> Bool { false }

    func watch(_ directories: [URL]) -> Bool { false }

    @discardableResult
    func drain() -> Bool { false }
  }
#endif
