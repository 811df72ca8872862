import DriftTestSupport
import Hyperbasis
import HyperbasisCanvas
import HyperbasisDrift
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// The list of shifts of a space in which a part creeps by millimetres.
@Suite struct PartCreepTabTests {
  /// Eight of twenty anchors, moved ten times by 5 mm along x, a day apart.
  private static let events: [HBAnchorEvent] = {
    let transform = { (number: Int, way: Float) in
      let place = SIMD3<Float>(GridCase.places[number].position)
      return HBTransform.make(position: place + SIMD3(way, 0, 0))
    }
    var events: [HBAnchorEvent] = []
    for number in 0..<20 {
      events.append(
        SampleSpace.event(
          .created, SampleSpace.anchorId(number), number, SampleSpace.instant(day: 1, 1),
          version: 1, transform: transform(number, 0)))
    }
    for step in 1...10 {
      for number in 0..<8 {
        events.append(
          SampleSpace.event(
            .moved, SampleSpace.anchorId(number), 100 * step + number,
            SampleSpace.instant(day: 1 + step, 1), version: 1 + step,
            transform: transform(number, 0.005 * Float(step))))
      }
    }
    return events
  }()

  @Test func `a part that creeps is told as drift tells it`() throws {
    var session = Session(size: TerminalSize(columns: 150, rows: 32), events: Self.events)
    session.press("7")
    let screen = session.screen.plainText
    #expect(screen.contains("no shifts; 8 of 20 anchors crept"), "\(screen)")
    #expect(screen.contains("8 of 20 anchors crept by 5.0 cm in 10 steps"), "\(screen)")
    #expect(screen.contains("middle where it was"), "\(screen)")
    #expect(!screen.contains("moved alike, which"), "\(screen)")
    let known = try #require(session.view.data.driftCurve?.curve)
    #expect(known.points.allSatisfy { !$0.isSignificant })
  }
}
