import Foundation
import RevertibleCore
import SeededRandom
import Testing

struct ThreadTests {

  @Test func twoThreadsShareAController() throws {
    let controller = VersioningController(Catalogue())
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      var random = SeededGenerator(seed: UInt64(thread))
      for _ in 0..<500 {
        switch random.below(6) {
        case 0: _ = try? controller.undo()
        case 1: _ = try? controller.redo()
        case 2: controller.tagCurrentVersion(random.below(3))
        case 3: _ = controller.tags()
        default:
          var value = controller.currentValue
          value.edit(using: &random)
          controller.append(value)
        }
      }
    }
    let end = try controller.redoCurrentScope()
    #expect(try controller.undoCurrentScope().isExactly(Catalogue()))
    #expect(try controller.redoCurrentScope().isExactly(end))
  }

  private struct Model: Sendable {
    @Versioned var catalogue = Catalogue()
  }

  @Test func twoThreadsShareAProperty() {
    let model = Model()
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for number in 0..<200 {
        model.catalogue.int = number * 2 + thread
        model.$catalogue.undo()
        model.$catalogue.setWithTransaction { $0.text += "\(thread)" }
      }
    }
    model.$catalogue.undoCurrentScope()
    #expect(model.catalogue.isExactly(Catalogue()))
    #expect(model.$catalogue.error == nil)
  }
}
