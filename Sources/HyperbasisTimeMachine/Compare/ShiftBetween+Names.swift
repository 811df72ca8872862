package import HyperbasisAnchorLog
package import HyperbasisCanvas
package import HyperbasisHistory

extension ShiftBetween {
  /// The names of the anchors that are still shifted, if most came back and few remain; empty otherwise.
  ///
  /// - Parameter index: The index of the log that the states come from.
  package func namesOfStillShifted(_ index: EventIndex) -> [TerminalText] {
    guard isMostlyBroughtBack, !isBroughtBack, carried <= Self.mostNamed else { return [] }
    return carriers.map { carrier in
      let id = index.anchorId(ofSlot: carrier.slot)
      // If the log cannot be read, an anchor is named by its id.
      let metadata = (try? index.metadata(carrier.after)) ?? [:]
      return AnchorDescription(metadata, id: id).label.truncated(to: Self.mostColumns)
    }
  }

  /// More than this are only counted.
  private static let mostNamed = 3

  /// Longer names are truncated to this many columns.
  private static let mostColumns = 40
}
