import Foundation
import Observation
import Revertible

// INCLUDE Activity

@Observable
final class ObservedModel {
  var activity = Activity.mock
  // BLOCK
}
