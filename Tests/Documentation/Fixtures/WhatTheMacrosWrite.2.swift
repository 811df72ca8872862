import Foundation

enum Priority {
  case low
  case high(dueDate: Date, reason: String)

  // BLOCK
}
