import HyperbasisExchange
import HyperbasisModels
import Testing

struct GeometryTests {
  @Test("a robot of ROS that looks east has its heading to the right")
  func ros() throws {
    let (axes, scale) = try AxisConvention.named("ros")
    #expect(scale == nil)
    #expect(axes.position(SIMD3(1, 2, 3)) == SIMD3(1, 3, -2))
    let transform = axes.rotation(.identity).transform(at: .zero)
    #expect(HBTransform.yaw(transform) == -90)
    #expect(axes.sourceRotation(axes.rotation(.identity)) == .identity)
  }

  @Test("one hand for world and body")
  func hands() {
    #expect(throws: AxisError.mixedHands) { try AxisConvention.named("rub/ruf") }
    #expect(throws: AxisError.unknown("rux")) { try AxisConvention.named("rux") }
    #expect(throws: AxisError.unknown("rlu")) { try AxisConvention.named("rlu") }
    #expect(throws: Never.self) { try AxisConvention.named("unity") }
  }

  @Test("degrees become metres and come back")
  func projection() {
    let origin = GeoProjection(latitude: 48.1, longitude: 11.5, altitude: 500)
    let place = origin.position(latitude: 48.1044, longitude: 11.5130, altitude: 522)
    #expect(abs(place.x - 968.2533) < 1e-3)
    #expect(place.y == 22)
    #expect(abs(place.z + 489.246) < 1e-3)
    let back = origin.coordinates(of: place)
    #expect(abs(back.latitude - 48.1044) < 1e-12)
    #expect(abs(back.longitude - 11.5130) < 1e-12)
  }

  @Test("the date line is not half the world away")
  func dateLine() {
    let origin = GeoProjection(latitude: 0, longitude: 179.9)
    let place = origin.position(latitude: 0, longitude: -179.9, altitude: nil)
    #expect(abs(place.x - 0.2 * 111_319.49) < 1)
  }
}
