/// Which part of the map is on screen.
package struct MapState: Hashable, Sendable {
  /// Nil: the whole space fits the pane.
  package var camera: Camera?
}

/// Where a person moved the map to.
package struct Camera: Hashable, Sendable {
  package var centre: MapPoint
  package var metresPerColumn: Double
}
