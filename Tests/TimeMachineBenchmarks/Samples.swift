import Foundation
import HyperbasisCanvas
import HyperbasisTimeMachine

/// The measurements of one key.
struct Samples {
  var frames: [FrameTiming] = []
  /// The times from the key to the frame that showed the store's answer, if there was one.
  var answers: [Int] = []

  /// Returns a percentile of a quantity, by the nearest rank.
  func percentile(_ percent: Double, of quantity: (FrameTiming) -> Int) -> Int {
    frames.map(quantity).percentile(percent)
  }
}

extension [Int] {
  /// Returns a percentile by the nearest rank; 0 if there are no values.
  func percentile(_ percent: Double) -> Int {
    guard !isEmpty else { return 0 }
    let rank = Int((Double(count) * percent / 100).rounded(.up))
    return sorted()[Swift.min(Swift.max(rank, 1), count) - 1]
  }
}

/// The table that is printed at the end.
struct Report {
  let samples: [String: Samples]

  func print() {
    let rows = samples.sorted { left, right in
      left.value.percentile(99, of: \.total) > right.value.percentile(99, of: \.total)
    }
    line("key", ["n", "p50", "p99", "max", "cpu p99", "update", "render", "present", "answer"])
    for (name, sample) in rows {
      let total = [50.0, 99, 100].map { text(sample.percentile($0, of: \.total)) }
      let stages = [\FrameTiming.processor, \.update, \.render, \.present]
        .map { stage in text(sample.percentile(99) { $0[keyPath: stage] }) }
      let answer = sample.answers.isEmpty ? "" : text(sample.answers.percentile(99))
      line(name, ["\(sample.frames.count)"] + total + stages + [answer])
    }
  }

  /// Prints the slowest keys: by the clock, and by the processor time of the loop, which other programs
  /// disturb less; for all frames, and for those during which no processor was taken away.
  func printSlowest() {
    printSlowest("all", samples.mapValues(\.frames))
    printSlowest(
      "undisturbed", samples.mapValues { $0.frames.filter { !$0.isDisturbed } })
  }

  private func printSlowest(_ which: String, _ frames: [String: [FrameTiming]]) {
    for (name, quantity) in [("clock", \FrameTiming.total), ("processor", \.processor)] {
      let slowest = frames.map { ($0.key, $0.value.map { $0[keyPath: quantity] }.percentile(99)) }
        .max { $0.1 < $1.1 }
      let all = frames.values.joined().map { $0[keyPath: quantity] }
      let percentiles = [50.0, 95, 99, 100].map { "p\(Int($0)) " + text(all.percentile($0)) }
      Swift.print(
        "\(which) \(all.count) frames by the \(name): \(percentiles.joined(separator: ", ")); "
          + "slowest key \(slowest?.0 ?? "none"), p99 \(text(slowest?.1 ?? 0))")
    }
  }

  /// Prints the keys of the table that were pressed too rarely for a meaningful result.
  func printUnpressed(than least: Int) {
    for binding in Keymap.standard.bindings {
      for key in binding.keys {
        if Walk.endings.contains(binding.intent) {
          Swift.print("not pressed: \(key.name), for it draws no frame")
          continue
        }
        let count = samples["\(binding.scope) \(key.name)"]?.frames.count ?? 0
        if count < least { Swift.print("pressed \(count) times: \(binding.scope) \(key.name)") }
      }
    }
  }

  /// - Parameter keys: The keys, as pressed in a space.
  func printBytes(_ what: String, of keys: [String]) {
    let bytes = keys.flatMap { samples["space \($0)"]?.frames.map(\.bytes) ?? [] }
    Swift.print(
      "bytes of a \(what) (\(bytes.count)): p50 \(bytes.percentile(50)), "
        + "p99 \(bytes.percentile(99)), max \(bytes.max() ?? 0)")
  }

  /// Prints the undisturbed frames that took longest, and those that sent most, with the view of the
  /// space in each.
  func printWorst(_ count: Int) {
    let frames = samples.flatMap { name, sample in
      sample.frames.filter { !$0.isDisturbed }.map { (name, $0) }
    }
    Swift.print("slowest frames, by processor time of the loop")
    for (name, frame) in frames.sorted(by: { $0.1.processor > $1.1.processor }).prefix(count) {
      let parts = [frame.processor, frame.update, frame.render, frame.present].map(text)
      line(name, parts)
      Swift.print("    \(frame.view)")
    }
    Swift.print("frames with most bytes")
    for (name, frame) in frames.sorted(by: { $0.1.bytes > $1.1.bytes }).prefix(count) {
      line(name, ["\(frame.bytes)"])
      Swift.print("    \(frame.view)")
    }
  }

  /// Writes all undisturbed frames, one a line.
  func write(to file: URL) throws {
    let lines = samples.flatMap { name, sample in
      sample.frames.filter { !$0.isDisturbed }.map {
        "\(name)\t\($0.processor)\t\($0.bytes)\t\($0.view)\n"
      }
    }
    try Data(lines.joined().utf8).write(to: file)
  }

  private func line(_ name: String, _ cells: [String]) {
    let padded = cells.map { String(repeating: " ", count: max(0, 9 - $0.count)) + $0 }
    let blanks = String(repeating: " ", count: max(0, 20 - name.count))
    Swift.print(name + blanks + padded.joined())
  }

  /// Returns a time in milliseconds.
  private func text(_ microseconds: Int) -> String {
    String(format: "%.2f", Double(microseconds) / 1000)
  }
}
