import Foundation
import Testing

/// A rule that the compiler cannot enforce within one module: only drawing code names drawing code.
@Suite struct LayeringTests {
  private static let sources: [(name: String, text: String)] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/HyperbasisTimeMachine")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { $0.pathExtension == "swift" }.compactMap { file in
        (try? String(contentsOf: file, encoding: .utf8)).map { (file.lastPathComponent, $0) }
      }
  }()

  private static let drawing = sources.filter { $0.text.contains("inout Frame") }
  /// The entry points of drawing: a screen, and rows to be read aloud.
  private static let entries: Set = ["Render.swift", "ListReading.swift"]
  private static let others = sources.filter {
    !$0.text.contains("inout Frame") && !entries.contains($0.name)
  }

  private static let drawingTypes: Set<Substring> = Set(
    drawing.flatMap { source in
      source.text.matches(of: /(?m)^(?:package )?(?:struct|enum|final class|protocol) (\w+)/)
        .map(\.output.1)
    })

  @Test func `the sources are found`() {
    #expect(Self.drawing.count > 10)
    #expect(Self.others.contains { $0.name == "TimeUpdate.swift" })
    #expect(Self.drawingTypes.isSuperset(of: ["MapView", "TabsView", "FooterView", "HelpView"]))
  }

  @Test func `only what draws names what draws`() {
    for source in Self.others {
      let words = Set(source.text.matches(of: /\w+/).map(\.output))
      let named = words.intersection(Self.drawingTypes)
      #expect(named.isEmpty, "\(source.name) names \(named.sorted().joined(separator: ", "))")
    }
  }

  @Test func `an intent meets no default on its way`() {
    for source in Self.sources
    where source.name.hasSuffix("Update.swift") || source.name == "Refusal.swift" {
      let chunks = source.text.components(separatedBy: "switch intent {").dropFirst()
      for chunk in chunks {
        let body = chunk.components(separatedBy: "\n    }\n").first ?? chunk
        #expect(!body.contains("    default:"), "\(source.name)")
      }
    }
  }
}
