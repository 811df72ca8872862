import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels

/// How near a correction brings the anchors of stories to the truth.
package struct StoryResult: Sendable {
  package private(set) var stories = 0
  package private(set) var anchors = 0
  package private(set) var nearBefore = 0
  package private(set) var nearAfter = 0
  /// Second plans that were not empty.
  package private(set) var repeats = 0
  /// Anchors that were turned where they stood, and how many of them kept that turn.
  package private(set) var turned = 0
  package private(set) var turnsKept = 0

  package init() {}

  package var share: Double { Double(nearAfter) / Double(max(1, anchors)) }
  package var shareBefore: Double { Double(nearBefore) / Double(max(1, anchors)) }

  /// Takes all shifts of a story out, and compares the result with the truth.
  ///
  /// - Parameter turned: the anchors whose headings are compared, too.
  package mutating func add(_ story: SpaceStory, turned: Set<Int> = []) throws {
    var story = story
    stories += 1
    let index = try story.log.index()
    let history = try DriftHistory(index)
    let shifts = history.shifts.filter(\.kind.isShift).map(\.id)
    let plan = try CorrectionPlan(HBCorrection(shifts: shifts, frame: .old), index, history)
    nearBefore += try near(index, story)
    let operation = story.carryOut(plan)
    let after = try story.log.index()
    nearAfter += try near(after, story)
    anchors += story.truth.count
    self.turned += turned.count
    turnsKept += try turned.count { try isTurnKept(after, story, $0) }
    let again = try CorrectionPlan(
      HBCorrection(shifts: shifts, frame: .old), after, DriftHistory(after),
      corrections: [DriftLog.operationId(operation): plan.tag])
    if !again.moves.isEmpty { repeats += 1 }
  }

  /// Returns whether an anchor has its true heading, within a quarter of the smallest turn.
  private func isTurnKept(_ index: EventIndex, _ story: SpaceStory, _ anchor: Int) throws -> Bool {
    guard let place = story.truth[anchor], let slot = index.slot(of: DriftLog.anchorId(anchor)),
      let heading = try HBTransform.yaw(index.transform(index.newestOrdinal(ofSlot: slot)))
    else { return false }
    return abs((heading - place.heading).remainder(dividingBy: 360)) < 5
  }

  private func near(_ index: EventIndex, _ story: SpaceStory) throws -> Int {
    let state = index.state(through: index.count)
    return story.truth.count { anchor, place in
      guard let slot = index.slot(of: DriftLog.anchorId(anchor)),
        let ordinal = state.ordinal(ofSlot: slot)
      else { return false }
      let delta = SIMD3<Double>(index.position(ordinal)) - place.position
      return (delta * delta).sum().squareRoot() <= 0.05
    }
  }
}

/// How many of the shifts of stories are found, and how many claims are false.
package struct StorySearch: Sendable {
  package private(set) var made = 0
  package private(set) var found = 0
  package private(set) var complete = 0
  package private(set) var falseClaims = 0

  package init() {}

  package mutating func add(_ story: SpaceStory) throws {
    let history = try DriftHistory(story.log.index())
    var claims = history.shifts.filter(\.kind.isShift)
    for motion in story.motions {
      made += 1
      let place = claims.firstIndex { claim in
        let error = claim.motion.apply(claim.about) - motion.apply(claim.about)
        return (error * error).sum().squareRoot() < 0.05
      }
      guard let place else { continue }
      found += 1
      if claims[place].followers.count * 20 >= claims[place].written * 17 { complete += 1 }
      claims.remove(at: place)
    }
    falseClaims += claims.count
  }
}
