package import HyperbasisCanvas

/// What the terms of a filter look like, for the documentation.
package enum FilterHelp {
  package static let entries: [(form: String, help: TerminalText)] = [
    (
      "WORD \"TWO WORDS\"",
      "Some text of the metadata contains it, or the id starts with it (4 digits or more)."
    ),
    (
      "KEY=VALUE KEY!=VALUE",
      "The key has this value, whatever the case, and numbers by what they are worth: 2 is 2.0, and "
        + "also the text 2. A quoted value is a text alone: room=\"2\". With !=, the key has another "
        + "value or is missing."
    ),
    (
      "KEY>2 KEY>=2 KEY<2 KEY<=2",
      "The key is a number on this side, or a text: texts and dates such as 2024-06-17 in the order "
        + "of their characters. A quoted value is a text: due>\"2024\"."
    ),
    ("type:TYPE", "The key type has this value, whatever the case: type:sticky_note."),
    ("x>0.5 y>0.5 z<50cm", "The anchor stands there, in metres, mm, cm, m or km."),
    (
      "alive<1h",
      "How long the anchor has been there at the date on screen, in all the times in which it was; "
        + "in s, min, h or d."
    ),
    (
      "moved>50cm",
      "Events that moved their anchor so far; anchors that did so until the date on "
        + "screen; of a comparison, anchors that are so far from where they were. In metres, mm, cm, m "
        + "or km."
    ),
    ("after:DATE before:DATE", "Events at the date or later, and events before it."),
    (
      "kind:KIND",
      "Events that made a difference: created, moved, updated, deleted, restored, added "
        + "or removed; of a comparison, anchors that differ so."
    ),
    (
      "actor:NAME",
      "Events of people and devices whose name contains it; anchors of which there were any until the "
        + "date on screen; of a comparison, anchors that they had a part in changing between the two."
    ),
    (
      "\"x\">2",
      "In quotes x, y, z, moved and alive are keys of the metadata like others. Quotes "
        + "also hold blanks: text=\"coffee table\", after:\"2024-06-17 14:00\"."
    ),
  ]
}
