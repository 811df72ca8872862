import Foundation
import SystemPackage

/// Decides when to look for what other processes wrote.
///
/// With notifications of changes, it waits for them and looks at most ten times a second, however fast
/// others write. Without notifications, it looks once a second.
struct Follower {
  /// Whether the system notifies of changes.
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

  /// Watches these directories for changes from now on, if that is possible.
  mutating func watch(_ directories: [URL], with watcher: DirectoryWatcher?) {
    guard let watcher else {
      isNotified = false
      return
    }
    let isNew = !watcher.isWatching(directories)
    isNotified = watcher.watch(directories)
    // There is no notification of a change between the last look and the start of the watch.
    if isNew, isNotified { notify() }
  }

  mutating func hasLooked() {
    isPending = false
    lastLook = .now
  }

  /// Returns how long a loop may sleep until the first of some deadlines; nil for ever.
  static func timeout(until deadlines: ContinuousClock.Instant?...) -> Duration? {
    deadlines.compactMap(\.self).min().map { max(.zero, $0 - .now) }
  }
}

#if os(Linux)
  import Glibc

  /// Notices changes in a few directories without polling.
  ///
  /// `inotify(7)`: its descriptor becomes readable, so that the loop sleeps until then.
  final class DirectoryWatcher {
    private let instance: FileDescriptor
    private var watches: [Int32] = []
    private var watched: [URL] = []

    /// Nil if the system gives no instance, for example because the user's limit is reached.
    init?() {
      let number = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard number >= 0 else { return nil }
      instance = FileDescriptor(rawValue: number)
    }

    // Nothing was written to it, so closing it loses nothing.
    deinit { try? instance.close() }

    /// Becomes readable when there is something to see.
    var descriptor: Int32? { instance.rawValue }

    /// Returns whether exactly these directories are watched.
    func isWatching(_ directories: [URL]) -> Bool { directories == watched }

    /// Watches these directories instead of the previous ones; missing ones are left out.
    ///
    /// - Returns: whether all of them are watched.
    func watch(_ directories: [URL]) -> Bool {
      if isWatching(directories) { return true }
      for watch in watches { inotify_rm_watch(instance.rawValue, watch) }
      // The end of a watch is an event as well.
      drain()
      let mask = UInt32(
        IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_MOVE_SELF | IN_DELETE | IN_ATTRIB)
      watches = directories.map { inotify_add_watch(instance.rawValue, $0.path, mask) }
        .filter { $0 >= 0 }
      watched = watches.count == directories.count ? directories : []
      return !watched.isEmpty
    }

    /// Reads everything that made the descriptor readable; returns false if there was nothing.
    @discardableResult
    func drain() -> Bool {
      withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
        var hasSome = false
        // It does not block: an error means that there is nothing more.
        while let count = try? instance.read(into: buffer), count > 0 { hasSome = true }
        return hasSome
      }
    }
  }
#else
  /// There is no watching on this platform: the loop looks once a second instead.
  final class DirectoryWatcher {
    init?() { return nil }

    var descriptor: Int32? { nil }

    func isWatching(_ directories: [URL]) -> Bool { false }

    func watch(_ directories: [URL]) -> Bool { false }

    @discardableResult
    func drain() -> Bool { false }
  }
#endif
