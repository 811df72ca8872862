// Replaced by the planner when that lands: delete this file then.
import Foundation

struct Planner {
  let index: EventIndex
  let head: HBLogHead
  let actor: String?
  let now: HBInstant
  let makeUUID: () -> UUID

  func plan(_ request: HBPlanRequest) throws -> HBPlan {
    throw HBStorageError.conflict
  }
}
