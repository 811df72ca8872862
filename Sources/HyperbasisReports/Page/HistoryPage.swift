import Foundation
package import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisTimeMachine

/// A history as one page that any browser opens: it requests nothing from the network, and a policy in
/// the page itself makes sure that it cannot.
package struct HistoryPage {
  private let history: PageHistory
  private let title: TerminalText
  private let note: TerminalText?
  private let isRedacted: Bool

  /// - Parameter note: what the page leaves out of the space; nil for nothing.
  package init(
    _ history: PageHistory, title: TerminalText, note: TerminalText? = nil, isRedacted: Bool
  ) {
    self.history = history
    self.title = title
    self.note = note
    self.isRedacted = isRedacted
  }

  /// Returns the document, in UTF-8.
  ///
  /// - Throws: if the log can no longer be read.
  package func document() throws -> [UInt8] {
    let style = PageStyle.text
    let script = PageScript.text
    let title = Self.escaped(title.plain)
    let head = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      script-src '\(Self.hash(script))'; style-src '\(Self.hash(style))'; \
      base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>\(title)</title>
      <style>\(style)</style>
      </head>
      <body>
      \(PageBody.text(title: title))
      <script type="application/json" id="data">
      """
    return Array(head.utf8) + (try data()) + Array("</script>\n<script>\(script)</script>\n".utf8)
      + Array("</body>\n</html>\n".utf8)
  }

  /// Returns the data as JSON in which nothing can end the element around it.
  private func data() throws -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("title", title.plain)
    writer.member("base", history.base)
    let bounds = MapBounds(index: history.index)
    writer.key("bounds")
    writer.beginArray()
    for value in [bounds.minX, bounds.maxX, bounds.minZ, bounds.maxZ] { try writer.double(value) }
    writer.endArray()
    writer.member("leftOut", history.leftOut.count)
    writer.key("minMove")
    try writer.double(history.rule.distance)
    writer.key("minTurn")
    try writer.double(history.rule.angle)
    writer.member("redacted", isRedacted)
    if let note { writer.member("only", note.plain) }
    try PageData(history, isRedacted: isRedacted).write(to: &writer)
    writer.endObject()
    let less = UInt8(ascii: "<")
    guard writer.bytes.contains(less) else { return writer.bytes }
    return writer.bytes.flatMap { $0 == less ? Array(#"\u003c"#.utf8) : [$0] }
  }

  private static func hash(_ text: String) -> String {
    "sha256-" + Data(SHA256.digest(of: Array(text.utf8))).base64EncodedString()
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
