import HyperbasisHistory

@testable import HyperbasisTimeMachine

extension EventTimes {
  init() { self.init([HBInstant]()) }

  var eventCount: Int { end.map { events(through: $0) } ?? 0 }
}
