package import HyperbasisCanvas

/// What the terms of a filter look like, for the documentation.
package enum FilterHelp {
  package static let entries: [(form: String, help: TerminalText)] = [
    (
      "WORD \"TWO WORDS\"",
      "A text in the metadata contains it, or the id starts with it (4 digits or more)."
    ),
    (
      "KEY=VALUE KEY!=VALUE",
      "The key has this value, ignoring case; numbers are compared by value: 2 matches 2.0 and also "
        + "the text 2. A quoted value matches only text: room=\"2\". With !=, the key has another "
        + "value or is missing."
    ),
    (
      "KEY>2 KEY>=2 KEY<2 KEY<=2",
      "The key has a number, or a text, on this side of the value; texts, and dates such as "
        + "2024-06-17, are compared character by character. A quoted value is a text: due>\"2024\"."
    ),
    ("type:TYPE", "The key type has this value, ignoring case: type:sticky_note."),
    (
      "x>0.5 y>0.5 z<50cm",
      "The anchor is on this side of the coordinate, in metres, mm, cm, m or km."
    ),
    (
      "alive<1h",
      "How long the anchor has existed by the date on screen, not counting the times when it was "
        + "deleted; in s, min, h or d."
    ),
    (
      "moved>50cm",
      "Events that moved their anchor this far while it was there; anchors with such an event by the "
        + "date on screen; in a comparison, anchors this far from where they were. In metres, mm, cm, m "
        + "or km."
    ),
    ("after:DATE before:DATE", "Events at the date or later, and events before it."),
    (
      "kind:KIND",
      "Events that made this difference: created, moved, updated, deleted, restored, added or "
        + "removed; in a comparison, anchors that differ in this way."
    ),
    (
      "actor:NAME",
      "Events of people and devices whose name contains it; anchors with such an event by the date "
        + "on screen; in a comparison, anchors that they helped to change between the two."
    ),
    (
      "\"x\">2",
      "In quotes, x, y, z, moved and alive are ordinary metadata keys. Quotes also allow blanks: "
        + "text=\"coffee table\", after:\"2024-06-17 14:00\"."
    ),
  ]
}
