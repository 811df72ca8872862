import Foundation
import Hyperbasis
import Testing

@testable import HyperbasisCommands

/// How the page of `export --format html` behaves in use: with keys, a pointer and windows of any size.
/// The tests add a script that observes it, which the page's own policy would not allow.
@Suite(.enabled(if: InstalledBrowser.isExpected, "chromium is not installed"))
struct PageHandlingTests {
  /// Returns what a script reports of a page: it runs when the page is ready and calls `tell(text)`.
  private func told(
    _ bench: Workbench, by script: String, fragment: String = "", width: Int = 1280,
    height: Int = 800
  ) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "hyperbasis-page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "page.html")
    let outcome = bench.run("export", "-o", file.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let page = try String(contentsOf: file, encoding: .utf8)
      .replacing(/<meta http-equiv="Content-Security-Policy"[^>]*>/, with: "")
      .replacing("<body>", with: "<body><script>\(Self.witness)</script>")
      .replacing("</body>", with: "<script>\(script)</script></body>")
    try page.write(to: file, atomically: true, encoding: .utf8)
    let look = try #require(InstalledBrowser())
      .look(at: file, fragment: fragment, width: width, height: height)
    #expect(look.complaints == [])
    return look.document.matches(of: /<output>([^<]*)<\/output>/).map { String($0.1) }
  }

  /// Records the texts on the plan, and writes down what a script reports.
  private static let witness = """
    const written = [];
    const fillText = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      written.push(text);
      fillText.call(this, text, ...rest);
    };
    const element = (id) => document.getElementById(id);
    const press = (key) =>
      document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const tell = (text) => {
      const output = document.createElement("output");
      output.textContent = text;
      document.body.append(output);
    };
    // A browser in the background may draw nothing for long; a link is followed at once.
    const redraw = () => window.dispatchEvent(new Event("hashchange"));
    """

  /// Zooms so often that no number would be fine enough for a grid.
  @Test(arguments: ["+", "-"]) func zoomingHasAnEnd(key: String) throws {
    let told = try told(
      Kitchen.workbench(),
      by: """
        for (let n = 0; n < 300; n++) press("\(key)");
        written.length = 0;
        const isLength = (text) => /^[0-9.]+ k?[mc]?m$/.test(text);
        redraw();
        tell([...new Set(written.filter(isLength))].join());
        """)
    // How far out it goes depends on the height of the plan, which the browser may still be adjusting.
    let ends = key == "+" ? ["0.1 mm"] : ["1 km", "2 km"]
    #expect(told.count == 1 && told.allSatisfy(ends.contains), "\(told)")
  }

  @Test func aFarPlaceHasAPlan() throws {
    let bench = try Workbench()
    try bench.writeLog([
      Kitchen.line(
        1, Kitchen.lamp, "created", "2024-06-17T10:00:00Z", 1,
        #","transform":\#(Kitchen.transform("1e17", "0", "-1e17"))"#)
    ])
    #expect(try told(bench, by: #"tell(element("counts").textContent)"#) == ["1 anchor"])
  }

  /// A window that leaves the plan hardly any room must still show it the right way up.
  @Test(arguments: [(1280, 250), (300, 150), (256, 160)])
  func aSmallWindowHasAScale(width: Int, height: Int) throws {
    let told = try told(
      Kitchen.workbench(), by: "tell(written.join())", width: width, height: height)
    #expect(told.count == 1)
    #expect(!told.joined().contains("NaN"), "\(told)")
  }

  @Test func theFocusStaysWithTheRowThatWasChosen() throws {
    let told = try told(
      Kitchen.workbench(),
      by: """
        const button = element("list").querySelector("button");
        button.focus();
        button.click();
        redraw();
        const event = element("details").querySelector("ol button");
        tell(document.activeElement === button && button.isConnected);
        event.focus();
        event.click();
        redraw();
        tell(document.activeElement.dataset.t === event.dataset.t);
        """)
    #expect(told == ["true", "true"])
  }

  /// Among a great many names, the selected anchor and those that changed take precedence.
  @Test func theChosenOneIsNamedAmongMany() throws {
    let bench = try Workbench()
    func id(_ number: Int) -> String {
      "77777777-0000-4000-8000-" + String(repeating: "0", count: 12 - "\(number)".count)
        + "\(number)"
    }
    var lines = (0..<900).map { number in
      Kitchen.line(
        number + 1, id(number), "created", "2024-06-17T10:00:00Z", 1,
        #","metadata":{"text":"n\#(number)"},"transform":"#
          + Kitchen.transform("\(number % 30)", "0", "\(number / 30)"))
    }
    lines.append(
      Kitchen.line(
        901, id(850), "moved", "2024-06-18T10:00:00Z", 2,
        #","transform":\#(Kitchen.transform("36", "0", "15.5"))"#))
    try bench.writeLog(lines)
    let script = #"tell(["n850", "n899"].filter((text) => written.includes(text)))"#
    #expect(
      try told(
        bench, by: script,
        fragment: "a=2024-06-17T12:00:00Z&b=2024-06-19T12:00:00Z&compare&select=\(id(899))")
        == ["n850,n899"])
  }

  /// All dates on the page are in the selected zone, including those of its span.
  @Test func theZoneIsThatOfTheSpanToo() throws {
    let told = try told(
      Kitchen.workbench(),
      by: """
        Date.prototype.getTimezoneOffset = () => -345;
        const note = () => element("note").textContent.split(" · ")[1];
        tell(note());
        press("z");
        tell(note());
        press("z");
        tell(note());
        """)
    let utc = "2024-06-17 10:00:00 UTC to 2024-06-19 08:00:01 UTC"
    #expect(told == [utc, "2024-06-17 15:45:00 +05:45 to 2024-06-19 13:45:01 +05:45", utc])
  }

  /// A page cannot go to a date outside its history, and does not pretend to.
  @Test(arguments: [
    (
      "at=1960-01-01T00:00:00Z",
      "1960-01-01 00:00:00 UTC is before the first event, which is shown instead"
    ),
    (
      "at=2030-01-01T00:00:00Z",
      "2030-01-01 00:00:00 UTC is after the last event; the end is shown instead"
    ),
    (
      "a=1960-01-01T00:00:00Z&compare",
      "A: 1960-01-01 00:00:00 UTC is before the first event, which is shown instead"
    ),
    ("at=2024-06-17T10:00:00Z", ""), ("at=2024-06-18T12:00:00Z", ""),
  ])
  func aLinkOutsideOfTheHistoryIsSaidToBe(fragment: String, remark: String) throws {
    let told = try told(
      Kitchen.workbench(),
      by: """
        const remark = () => element("remark").textContent;
        tell(remark());
        press("ArrowRight");
        tell(remark());
        """, fragment: fragment)
    #expect(told == [remark, ""])
  }

  /// The same as in the history of the time machine. An undo does not make an anchor count as visible.
  @Test func theHistoryOfAnAnchorTellsUndoAndRedo() throws {
    let bench = try Kitchen.workbench()
    for command in ["undo", "redo", "undo"] { #expect(bench.run(command).status == 0) }
    let told = try told(
      bench,
      by: """
        for (const event of document.querySelectorAll("#details ol button")) {
          tell(event.textContent.replace(/^.* UTC /, "").replace(/ by [^(]*(?= \\(|$)/, ""));
        }
        tell(element("counts").textContent);
        """, fragment: "select=4444")
    #expect(
      told == ["created", "deleted (undo)", "restored (redo)", "deleted (undo)", "1 anchor"])
  }

  /// A link describes the whole view.
  @Test func aLinkWithoutAComparisonEndsIt() throws {
    let told = try told(
      Kitchen.workbench(),
      by: """
        window.addEventListener("hashchange", () => tell(element("counts").textContent));
        location.hash = "at=2024-06-18T12:00:00Z";
        """, fragment: "compare")
    #expect(told == ["2 anchors"])
  }

  @Test func aLongKeyLeavesRoomForItsValue() throws {
    let bench = try Workbench()
    let key = String(repeating: "k", count: 200)
    try bench.writeLog([
      Kitchen.line(
        1, Kitchen.lamp, "created", "2024-06-17T10:00:00Z", 1,
        #","metadata":{"\#(key)":"value"},"transform":\#(Kitchen.transform("0", "0", "0"))"#)
    ])
    let told = try told(
      bench, by: "const box = element('details'); tell(box.scrollWidth <= box.clientWidth)",
      fragment: "select=\(Kitchen.lamp)")
    #expect(told == ["true"])
  }
}
