import Foundation
import Hyperbasis
import HyperbasisStore

/// A writer that writes only if its plan still fits the log.
struct ContendingWork {
  let store: HBLocalStore
  let space: UUID

  func run(_ count: Int) throws {
    var conflicts = 0
    for number in 0..<count {
      let anchor = TrialStore.anchor(1, in: space, x: .random(in: -9...9) + Float(number))
      while true {
        let plan = try store.plans.plan(.save([anchor]), spaceId: space)
        do {
          let written = try store.plans.execute(plan)
          try Worker.print(written.events.map(\.id.uuidString).joined(separator: " "))
          break
        } catch HBStorageError.conflict {
          conflicts += 1
        }
      }
    }
    try Worker.print("conflicts \(conflicts)")
    try store.flush()
  }
}
