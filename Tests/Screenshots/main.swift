import Foundation

// Takes the pictures of the README from the real program:
//
//   swift build -c release --product hyperbasis
//   swift run Screenshots .build/release/hyperbasis screenshots
//
// Pictures of stores other than the sample are taken if HYPERBASIS_TEST_STORES names a folder with them.
// Names of pictures may follow, to take only those.

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count >= 2 else {
  print("usage: Screenshots EXECUTABLE FOLDER [NAME ...]")
  exit(64)
}
let names = arguments.dropFirst(2)
let photographer = Photographer(
  executable: URL(filePath: arguments[1]).absoluteURL,
  stores: ProcessInfo.processInfo.environment["HYPERBASIS_TEST_STORES"].map { URL(filePath: $0) },
  output: URL(filePath: arguments[2]))
var failures = 0
for shot in Shot.all where names.isEmpty || names.contains(shot.name) {
  do {
    let isTaken = try photographer.take(shot)
    print(isTaken ? "took \(shot.name)" : "left \(shot.name) out: its store is not here")
  } catch {
    failures += 1
    print("could not take \(shot.name): \(error)")
  }
}
exit(failures == 0 ? 0 : 1)
