import Foundation
import Hyperbasis

// A writer to be killed: saves moves of a few anchors, one after the other, and prints the id of
// each event once its save has returned. The gap between the two is where a kill finds an event
// in the log that nobody has acknowledged.
//
//   AppendLoop STORE SPACE WRITER COUNT PAUSE-MICROSECONDS

let arguments = CommandLine.arguments
guard arguments.count == 6, let space = UUID(uuidString: arguments[2]),
  let count = Int(arguments[4]), let pause = UInt32(arguments[5])
else {
  FileHandle.standardError.write(Data("usage: AppendLoop STORE SPACE WRITER COUNT PAUSE\n".utf8))
  exit(64)
}

let store = HBLocalStore(
  baseDirectory: URL(fileURLWithPath: arguments[1]), actor: arguments[3])
let anchors = (0..<3).compactMap { number in
  UUID(uuidString: "00000000-0000-4000-8000-00000000000\(number)")
}
do {
  for number in 0..<count {
    let anchor = HBAnchor(
      id: anchors[number % anchors.count], spaceId: space,
      transform: HBTransform.make(position: SIMD3(Float.random(in: -9...9), 0, 0)),
      metadata: ["text": .string(String(repeating: "x", count: Int.random(in: 0...400)))])
    let plan = try store.perform(.save([anchor]), spaceId: space)
    // Nothing is waited for: kills are to hit writes and the time between them alike.
    if pause > 0 { usleep(UInt32.random(in: 0...pause)) }
    // One write a line, so that a kill tears at most the last one.
    try FileHandle.standardOutput.write(
      contentsOf: Data((plan.events.map(\.id.uuidString).joined(separator: " ") + "\n").utf8))
  }
  // The end of a program does not release its globals.
  try store.flush()
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
