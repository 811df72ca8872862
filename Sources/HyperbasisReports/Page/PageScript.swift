/// The program of the page: plain JavaScript, in one piece so that one hash names it.
///
/// Nothing is folded here. A row is how an anchor is after an event; a state at an instant is the
/// last row of each anchor up to it, the instant included, as `state(at:)` has it.
enum PageScript {
  static let text = [
    "\n\"use strict\";\n(() => {\n", PageScriptState.text, PageScriptText.text,
    PageScriptPlan.text, PageScriptPanels.text, PageScriptControls.text, "})();\n",
  ].joined()
}
