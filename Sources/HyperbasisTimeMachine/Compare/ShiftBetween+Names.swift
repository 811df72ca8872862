package import HyperbasisAnchorLog
package import HyperbasisCanvas
package import HyperbasisHistory

extension ShiftBetween {
  /// What the anchors are called that are still shifted, where most came back and these are few; empty
  /// elsewhere.
  ///
  /// - Parameter index: that of the log which the states are of.
  package func namesOfStillShifted(_ index: EventIndex) -> [TerminalText] {
    guard isMostlyBroughtBack, !isBroughtBack, carried <= Self.mostNamed else { return [] }
    return carriers.map { carrier in
      let id = index.anchorId(ofSlot: carrier.slot)
      // Where the log cannot be read, an anchor is called by its id.
      let metadata = (try? index.metadata(carrier.after)) ?? [:]
      return AnchorDescription(metadata, id: id).label.truncated(to: Self.mostColumns)
    }
  }

  /// More are counted.
  private static let mostNamed = 3

  /// No name is longer than this.
  private static let mostColumns = 40
}
