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

  /// No thread overwrites the changes of another: the closure is part of the atomic call.
  @Test func aTransactionIsOneStepAmongThreads() throws {
    let controller = VersioningController(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<500 { controller.setWithTransaction { $0 += 1 } }
    }
    #expect(controller.currentValue == 2000)
    #expect(controller.undoCount == 2000)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<500 { controller.setWithoutTracking { $0 += 1 } }
    }
    #expect(controller.currentValue == 4000)
  }

  @Test func aTransactionInATransactionIsAStepThatTheOuterOneReplaces() throws {
    let controller = VersioningController([0, 0])
    controller.setWithTransaction { value in
      value[0] = 1
      controller.setWithTransaction { $0[1] = 5 }
    }
    #expect(controller.currentValue == [1, 0])
    #expect(try controller.undo() == [0, 5])
    #expect(try controller.undo() == [0, 0])
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
