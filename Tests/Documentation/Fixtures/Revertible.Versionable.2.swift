import Foundation
import Revertible

@Versionable
struct Note {
  var text: String
  // BLOCK
}
