import ArgumentParser
import Foundation
import Hyperbasis

/// What changes of one anchor take that need nothing else.
struct AnchorOptions: ParsableArguments {
  @Argument(help: "The anchor: its id, or the beginning of its id.")
  var anchor: String

  @OptionGroup var change: ChangeOptions
  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(
    _ title: String, in context: CommandContext, request: (UUID) -> HBPlanRequest
  ) throws {
    try options.write(in: context, change, format) { session in
      let location = try session.anchor(anchor)
      let runner = ChangeRunner(session: session, change: change, json: format.json)
      try runner.run(in: location.snapshot.spaceId, title: title) { _ in request(location.id) }
    }
  }
}
