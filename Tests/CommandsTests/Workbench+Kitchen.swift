import Foundation

@testable import HyperbasisCommands

// What tests of changes examine in the kitchen.
extension Workbench {
  var lineCount: Int {
    get throws { try log(of: Kitchen.id).split(separator: "\n").count }
  }

  func anchor(_ id: String, _ words: String...) throws -> [String: Any]? {
    let outcome = run(["show", "--deleted", "--json"] + words)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let anchors = (object as? [String: Any])?["anchors"] as? [[String: Any]]
    return anchors?.first { $0["id"] as? String == id }
  }
}
