/// The program of the page: plain JavaScript, in one piece so that one hash covers it.
///
/// Nothing is folded here. A row is the state of an anchor after an event; the state at an instant is
/// the last row of each anchor up to and including that instant, as in `state(at:)`.
enum PageScript {
  static let text = [
    "\n\"use strict\";\n(() => {\n", PageScriptState.text, PageScriptText.text,
    PageScriptPlan.text, PageScriptPanels.text, PageScriptControls.text, "})();\n",
  ].joined()
}
