import Foundation
import Testing

@testable import HyperbasisCommands

/// When the loop wakes up.
struct LoopTests {
  @Test func aFollowerThatIsToldSleepsUntilThen() {
    var follower = Follower(isNotified: true)
    #expect(follower.deadline == nil)
    #expect(!follower.isDue)
    follower.notify()
    #expect(follower.deadline != nil)
    follower.hasLooked()
    #expect(follower.deadline == nil)
  }

  @Test func aFollowerLooksAtMostTenTimesASecond() throws {
    var follower = Follower(isNotified: true)
    follower.hasLooked()
    let looked = ContinuousClock.now
    follower.notify()
    #expect(try #require(follower.deadline) > looked + .milliseconds(50))
    #expect(try #require(follower.deadline) <= looked + .milliseconds(100))
  }

  @Test func aFollowerThatNobodyTellsLooksOnceASecond() throws {
    var follower = Follower(isNotified: false)
    follower.hasLooked()
    let looked = ContinuousClock.now
    #expect(try #require(follower.deadline) > looked + .milliseconds(900))
    #expect(try #require(follower.deadline) <= looked + .seconds(1))
  }

  @Test func theTickerStandsUntilStarted() throws {
    var ticker = Ticker()
    #expect(ticker.deadline == nil)
    let early = ticker.takeTick()
    #expect(early == nil)
    ticker.start(perSecond: 1000)
    let deadline = try #require(ticker.deadline)
    while ContinuousClock.now < deadline {}
    let passed = ticker.takeTick()
    #expect(passed.map { $0 >= 1000 } == true)
    ticker.stop()
    let late = ticker.takeTick()
    #expect(late == nil)
  }

  #if os(Linux)
    /// A space that comes back is read when its log returns; its file may come before that is watched.
    @Test func whereAWatchBeginsTheFollowerLooksOnce() throws {
      let bench = try Workbench()
      let watcher = try #require(DirectoryWatcher())
      var follower = Follower(isNotified: true)
      follower.watch([bench.directory], with: watcher)
      #expect(follower.isNotified && follower.deadline != nil)
      follower.hasLooked()
      follower.watch([bench.directory], with: watcher)
      #expect(follower.deadline == nil, "nothing is watched that was not before")
      follower.watch([bench.directory, bench.directory], with: watcher)
      #expect(follower.deadline != nil)
      let missing = bench.directory.appending(path: "missing")
      follower.hasLooked()
      follower.watch([missing], with: watcher)
      #expect(!follower.isNotified)
    }

    @Test func theWatcherSeesWhatIsWritten() throws {
      let bench = try Workbench()
      let watcher = try #require(DirectoryWatcher())
      #expect(watcher.watch([bench.directory]))
      #expect(!watcher.watch([bench.directory, bench.directory.appending(path: "missing")]))
      let descriptor = try #require(watcher.descriptor)
      #expect(!Self.isReadable(descriptor))
      try bench.write("x", to: "file")
      #expect(Self.isReadable(descriptor))
      watcher.drain()
      #expect(!Self.isReadable(descriptor))
    }

    private static func isReadable(_ descriptor: Int32) -> Bool {
      var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&source, 1, 0) > 0
    }
  #endif
}
