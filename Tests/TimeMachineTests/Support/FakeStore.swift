import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import Testing

@testable import Hyperbasis

/// A store in memory that answers a session's effects as the real one does.
struct FakeStore {
  /// The log; for each event written here it has the operation and what that undid or corrected.
  private var index: EventIndex
  private(set) var executed: [HBPlan] = []
  private var uuidCount = 0
  private var bookmarks: [Bookmark] = []

  init(events: [HBAnchorEvent] = SampleSpace.events) {
    index = HBTimeline(spaceId: SampleSpace.id, events: events).index
  }

  var events: [HBAnchorEvent] { Array(HBTimeline(index: index).events) }
  var snapshot: LogSnapshot { SampleSpace.snapshot(HBTimeline(index: index)) }

  /// Appends an event unknown to the session.
  mutating func append(_ event: HBAnchorEvent) {
    uuidCount += 1
    do {
      try index.append(
        planned: [event], operation: SampleSpace.anchorId(900 + uuidCount), undone: nil)
    } catch { Issue.record(error) }
  }

  /// Answers effects until the session requests no more.
  mutating func answer(_ session: inout Session) {
    while answerOnce(&session) {}
  }

  /// Answers the pending effects, but not those that the answers lead to.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  mutating func answerOnce(_ session: inout Session) -> Bool {
    let answers = session.takeEffects().compactMap { answer($0) }
    for answer in answers { session.send(answer) }
    return !answers.isEmpty
  }

  private mutating func answer(_ effect: Effect) -> Input? {
    switch effect {
    case .openSpace, .refresh: .snapshotLoaded(.success(SpaceData(snapshot)))
    case .plan(let request, _): .planReady(plan(request))
    case .execute(let plan): .executed(execute(plan))
    case .bookmarks(let request, let space):
      .bookmarked(request, spaceId: space, .success(change(request)))
    default: nil
    }
  }

  private mutating func change(_ request: BookmarkRequest) -> [Bookmark] {
    switch request {
    case .load, .show: break
    case .add(let note, let instant):
      uuidCount += 1
      bookmarks.append(
        Bookmark(
          id: SampleSpace.anchorId(500 + uuidCount), spaceId: SampleSpace.id, instant: instant,
          note: note, actor: "tester", createdAt: SampleSpace.now))
    case .remove(let bookmark): bookmarks.removeAll { $0.id == bookmark.id }
    case .putBack(let bookmark): bookmarks.append(bookmark)
    }
    return bookmarks.inOrder
  }

  private mutating func plan(_ request: HBPlanRequest) -> Result<HBPlan, Failure> {
    uuidCount += 1
    let seed = uuidCount
    var count = 0
    let planner = Planner(
      index: index, head: snapshot.head, actor: "tester", now: SampleSpace.now
    ) {
      count += 1
      let digits = String(format: "%06d%06d", seed, count)
      return UUID(uuidString: "F0000000-0000-4000-8000-\(digits)") ?? UUID()
    }
    do { return .success(try planner.plan(request)) } catch {
      return .failure(Failure(error, text: "\(error.localizedDescription)"))
    }
  }

  private mutating func execute(_ plan: HBPlan) -> Result<HBPlan, Failure> {
    guard plan.head == snapshot.head else {
      return .failure(Failure(kind: .conflict, text: "somebody else wrote"))
    }
    do { index = try index.appending(plan) } catch {
      return .failure(Failure(error, text: "\(error.localizedDescription)"))
    }
    executed.append(plan)
    return .success(plan)
  }
}
