import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisModels
import HyperbasisWording
import TestSupport
import Testing

@testable import HyperbasisCommands

/// The page of `export --format html`: its contents, and how a browser shows it.
struct ExportPageTests {
  private static let hostile =
    #"{"type":"note","text":"</script><script>alert(1)</script>\u202E\u0007<img src=x>"}"#

  private func hostileBench() throws -> Workbench {
    let bench = try Kitchen.workbench()
    try bench.write(
      #"{"id":"\#(Kitchen.id)","name":"<b>Kitchen</b> & \u202Eco","#
        + #""createdAt":"2024-06-17T09:00:00Z","updatedAt":"2024-06-17T09:00:00Z"}"#,
      to: "spaces/\(Kitchen.id).json")
    try bench.writeLog(
      Kitchen.lines + [
        Kitchen.line(
          7, Kitchen.lamp, "updated", "2024-06-19T09:00:00Z", 2,
          #","metadata":\#(Self.hostile),"actorId":"<i>eve</i>""#)
      ])
    return bench
  }

  // MARK: The document

  @Test func asksNothingOfAnybody() throws {
    let text = try ExportedPage(Kitchen.workbench()).text()
    #expect(text.contains("default-src 'none'; script-src 'sha256-"))
    #expect(!text.contains("unsafe-inline") && !text.contains("https:") && !text.contains("http:"))
    #expect(!text.contains(" src=") && !text.contains("url(") && !text.contains("@import"))
    #expect(!text.contains("innerHTML") && !text.contains("eval("))
  }

  @Test func textOfTheStoreIsTextAlone() throws {
    let text = try ExportedPage(try hostileBench()).text()
    #expect(text.contains("<title>&lt;b&gt;Kitchen&lt;/b&gt; &amp; \\u{202e}co</title>"))
    #expect(!text.contains("<img") && !text.contains("<i>eve"))
    #expect(text.components(separatedBy: "</script>").count == 3)
    #expect(!text.unicodeScalars.contains("\u{202E}"))
  }

  @Test func redactedItHoldsNoWordOfAnybody() throws {
    let text = try ExportedPage(try hostileBench(), ["--redact"]).text()
    for word in ["milk", "chair", "alert", "eve", "ann", "Lamp", "Kitchen"] {
      #expect(!text.contains("\"\(word)") && !text.contains("\(word)\""), "\(word)")
    }
    #expect(text.contains(Kitchen.lamp))
  }

  /// A name, too, is text written by a user; the page is titled with the id.
  @Test func redactedItDoesNotNameTheSpace() throws {
    let text = try ExportedPage(try Kitchen.workbench(), ["--redact"]).text()
    #expect(!text.contains("Kitchen") && text.contains("<title>\(Kitchen.id)</title>"))
    #expect(try ExportedPage(try Kitchen.workbench(), []).text().contains("<title>Kitchen</title>"))
  }

  /// The texts are left out, but not the fact that they changed.
  @Test func aRedactedPageStillTellsWhatWasUpdated() throws {
    let text = try ExportedPage(Kitchen.workbench(), ["--redact"]).text()
    #expect(text.contains(#""m":[0,1,2,1,1,3]"#) && text.contains(#""metadata":[]"#))
  }

  @Test(.enabled(if: InstalledBrowser.isExpected, "chromium is not installed"))
  func aBrowserShowsARedactedUpdate() throws {
    let browser = try #require(InstalledBrowser())
    let page = try ExportedPage(Kitchen.workbench(), ["--redact"])
    let look = try browser.look(
      at: page.file, fragment: "select=2222&keys=Home+ArrowRight+a+End+b+d")
    #expect(look.complaints == [])
    #expect(list(look.document)[Kitchen.note] == "updated")
    #expect(look.document.contains("<dd>updated</dd>") && !look.document.contains("<h3>Metadata"))
    #expect(look.document.contains("6 events · metadata left out"))
  }

  @Test func aPartOfTheHistoryBeginsWithItsState() throws {
    let page = try ExportedPage(
      Kitchen.workbench(), ["--from", "2024-06-18T09:30:30Z", "--to", "2024-06-19T08:00:00Z"])
    let text = try page.text()
    #expect(text.contains(#""base":2,"#))
    #expect(text.contains(#""f":[8,10,9,3]"#), "\(text.suffix(2000))")
  }

  @Test func smallMovesCanBeLeftOut() throws {
    let bench = try Kitchen.workbench()
    #expect(try ExportedPage(bench, ["--min-move", "4"]).text().contains(#""leftOut":1,"#))
    #expect(try ExportedPage(bench, ["--min-move", "2"]).text().contains(#""leftOut":0,"#))
  }

  /// Turning or growing in place counts, as in a comparison, unless the turn is small.
  @Test func turnsAreNotSmallMoves() throws {
    let bench = try Workbench()
    let turn = HBTransform.make(position: .zero, yaw: 8).map { "\($0)" }.joined(separator: ",")
    try bench.writeLog([
      Kitchen.line(
        1, Kitchen.lamp, "created", "2024-06-17T10:00:00Z", 1,
        #","transform":\#(Kitchen.transform("0", "0", "0"))"#),
      Kitchen.line(
        2, Kitchen.lamp, "moved", "2024-06-17T11:00:00Z", 2,
        #","transform":\#(Kitchen.transform("0.001", "0", "0"))"#),
      Kitchen.line(
        3, Kitchen.lamp, "moved", "2024-06-17T12:00:00Z", 3, #","transform":[\#(turn)]"#),
    ])
    func leftOut(_ options: String...) throws -> Bool {
      let text = try ExportedPage(bench, ["--min-move", "0.1"] + options).text()
      return !text.contains(#""leftOut":1,"#)
    }
    #expect(try !leftOut())
    #expect(try !leftOut("--min-turn", "5"))
    #expect(try leftOut("--min-turn", "10"))
  }

  /// An anchor that was deleted before the page begins must not look like one still to come.
  @Test(.enabled(if: InstalledBrowser.isExpected, "chromium is not installed"))
  func whatWasDeletedBeforeIsToldSo() throws {
    let browser = try #require(InstalledBrowser())
    let bench = try Kitchen.workbench()
    try bench.writeLog(
      Kitchen.lines + [Kitchen.line(7, Kitchen.chair, "restored", "2024-06-20T09:00:00Z", 4, "")])
    let page = try ExportedPage(bench, ["--from", "2024-06-19T12:00:00Z"])
    let look = try browser.look(
      at: page.file, fragment: "at=2024-06-19T12:00:00Z&select=\(Kitchen.chair)")
    #expect(look.document.contains("<dt>state</dt><dd>deleted</dd>"))
    #expect(look.document.contains("<h3>1 event</h3>") && look.document.contains("2 anchors"))
  }

  // MARK: In a browser

  /// Returns what the list of a page shows: the anchors with their changes.
  @Test(.enabled(if: InstalledBrowser.isExpected, "chromium is not installed"))
  func `which of many events are listed is said`() throws {
    let browser = try #require(InstalledBrowser())
    let bench = try Kitchen.workbench()
    for number in 1...14 {
      #expect(bench.run("move", "2222", "--to", "\(number),0,0").status == 0)
    }
    let events = try #require(try bench.json("history", "2222") as? [[String: Any]]).count
    let page = try ExportedPage(bench)
    let look = try browser.look(at: page.file, fragment: "select=\(Kitchen.note)")
    #expect(
      look.document.contains("<h3>\(events) events, of which \(events - 11) to \(events)</h3>"),
      "\(look.document.firstMatch(of: /<h3>[^<]* events[^<]*/)?.0 ?? "")")
  }

  private func list(_ document: String) -> [String: String] {
    let rows = document.matches(
      of: /data-k="\d+" title="([0-9A-F-]{36})"[^>]*><span class="[^"]*" title="([^"]*)"/)
    return Dictionary(rows.map { (String($0.1), String($0.2)) }) { first, _ in first }
  }

  @Test(.enabled(if: InstalledBrowser.isExpected, "chromium is not installed"))
  func aBrowserShowsWhatTheStoreHolds() throws {
    let browser = try #require(InstalledBrowser())
    let bench = try hostileBench()
    let page = try ExportedPage(bench)
    let look = try browser.look(at: page.file)
    #expect(look.complaints == [])
    #expect(look.document.contains("2 anchors"))
    #expect(Set(list(look.document).keys) == [Kitchen.note, Kitchen.lamp])
    #expect(look.document.contains("2024-06-19 09:00:00 UTC</p>"))
    // The same at another instant, by a link, on a phone.
    let then = try browser.look(
      at: page.file, fragment: "at=2024-06-18T12:00:00Z&select=3333", width: 390, height: 844)
    #expect(then.complaints == [])
    #expect(Set(list(then.document).keys) == [Kitchen.note, Kitchen.chair])
    #expect(then.document.contains("<dd>2.00, 0.00, 4.00 m</dd>"))
    #expect(then.document.contains("by bob") == false)
  }

  /// In an address a plus sign stands for a blank, and dates have more digits than JavaScript's.
  @Test(.enabled(if: InstalledBrowser.isExpected, "chromium is not installed"))
  func aLinkNamesADateInAnyZoneOrSaysThatItIsNone() throws {
    let browser = try #require(InstalledBrowser())
    let page = try ExportedPage(Kitchen.workbench())
    let look = try browser.look(at: page.file, fragment: "at=2024-06-17T12:00:00.250000+02:00")
    #expect(look.complaints == [])
    #expect(look.document.contains("2024-06-17 10:00:00.25 UTC</p>"))
    #expect(!look.document.contains("not a date: at="))
    let wrong = try browser.look(at: page.file, fragment: "at=garbage&a=1")
    #expect(wrong.document.contains("not a date: at=garbage"))
  }

  @Test(.enabled(if: InstalledBrowser.isExpected, "chromium is not installed"))
  func keysScrubMarkAndCompare() throws {
    let browser = try #require(InstalledBrowser())
    let page = try ExportedPage(Kitchen.workbench())
    let look = try browser.look(at: page.file, fragment: "keys=Home+ArrowRight+a+End+b+d")
    #expect(look.complaints == [])
    #expect(look.document.contains("2024-06-17 10:00:00.25 UTC → 2024-06-19 08:00:01 UTC"))
    #expect(
      list(look.document) == [
        Kitchen.chair: "removed", Kitchen.lamp: "added", Kitchen.note: "updated",
      ])
    #expect(look.document.contains("color: yellow, text: Buy milk → Buy oat milk"))
    let back = try browser.look(
      at: page.file, fragment: "keys=Home+ArrowRight+a+End+ArrowLeft+ArrowLeft+d")
    #expect(back.document.contains(">3.00 m</span>"))
    // A busy machine may not draw a second frame before the page is read.
    var hasPlayed = false
    for _ in 0..<5 where !hasPlayed {
      let played = try browser.look(at: page.file, fragment: "keys=Home+Space")
      #expect(played.complaints == [])
      hasPlayed = !played.document.contains("2024-06-17 10:00:00 UTC</p>")
    }
    #expect(hasPlayed)
  }
  /// As exact as in the store, in any year.
  @Test(.enabled(if: InstalledBrowser.isExpected, "chromium is not installed"))
  func datesOfLaterCenturiesAreExact() throws {
    let browser = try #require(InstalledBrowser())
    let bench = try Workbench()
    try bench.writeLog(
      (0..<4).map { number in
        Kitchen.line(
          number + 1, "77777777-0000-4000-8000-0000000000\(10 + number)", "created",
          "9999-12-31T23:59:59.99999\(number)Z", 1,
          #","transform":\#(Kitchen.transform("\(number)", "0", "0"))"#)
      })
    let page = try ExportedPage(bench)
    for (keys, count, date) in [
      ("Home", "1 anchor", "59.99999 UTC"),
      ("Home+ArrowRight+ArrowRight", "3 anchors", "59.999992"),
    ] {
      let look = try browser.look(at: page.file, fragment: "keys=\(keys)")
      #expect(look.document.contains(">\(count)<"))
      #expect(look.document.contains("9999-12-31 23:59:\(date)"))
    }
    let linked = try browser.look(at: page.file, fragment: "at=9999-12-31T23:59:59.999991Z")
    #expect(linked.document.contains(">2 anchors<"))
  }

  /// In the same order as in `show`, whatever the ids of the events.
  @Test func anchorsAreInTheStoresOrder() throws {
    let bench = try Workbench()
    let ids = ["77777777-0000-4000-8000-000000000002", "77777777-0000-4000-8000-000000000001"]
    try bench.writeLog(
      ids.enumerated().map { number, id in
        Kitchen.line(
          number + 1, id, "created", "2024-06-17T10:00:00Z", 1,
          #","transform":\#(Kitchen.transform("0", "0", "0"))"#)
      })
    let text = try ExportedPage(bench).text()
    #expect(text.contains(#""ids":["\#(ids[1])","\#(ids[0])"]"#))
  }

  /// At many instants of a long history, the page has the same anchors and changes as the library.
  @Test(.enabled(if: InstalledBrowser.isExpected, "chromium is not installed"))
  func statesAndChangesAreThoseOfTheLibrary() throws {
    let stores = ProcessInfo.processInfo.environment["HYPERBASIS_TEST_STORES"]
    guard let stores else { return }
    let bench = try Workbench()
    try FileManager.default.copyStore(
      URL(filePath: stores).appending(path: "students"), into: bench.directory)
    let browser = try #require(InstalledBrowser())
    let page = try ExportedPage(bench)
    let diff: [String: Any] = try bench.object(
      "diff", "--from", "2024-05-01T12:01:00.4Z", "--to", "2024-05-01T12:01:10Z")
    let look = try browser.look(
      at: page.file, fragment: "a=2024-05-01T12:01:00.4Z&b=2024-05-01T12:01:10Z&compare")
    #expect(look.complaints == [])
    var expected: [String: String] = [:]
    for kind in ["added", "removed", "moved"] {
      for element in diff[kind] as? [[String: Any]] ?? [] {
        let anchor = element["anchor"] as? [String: Any] ?? element
        expected[try #require(anchor["id"] as? String)] = kind
      }
    }
    #expect(list(look.document).filter { $0.value != "unchanged" } == expected)
    for second in [0, 37, 100, 215] {
      let date = "2024-05-01T12:0\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)Z"
      let state = try bench.object("show", "--at", date)
      let anchors = state["anchors"] as? [[String: Any]] ?? []
      let shown = try browser.look(at: page.file, fragment: "at=\(date)")
      #expect(Set(list(shown.document).keys) == Set(anchors.compactMap { $0["id"] as? String }))
    }
  }
}
