/// A form in which a date may be typed, for the documentation.
package struct DateForm: Sendable {
  package let form: String
  package let meaning: String

  package static let all = [
    DateForm(
      form: "2024-06-17 14:30",
      meaning: "A date and a time of day in the local zone, or in UTC with --utc. Seconds and "
        + "their fraction may follow, and a zone (2024-06-17T14:30:00Z, 2024-06-17T14:30:00+02:00)."
    ),
    DateForm(
      form: "2024-06-17",
      meaning: "The start of the day, at midnight; a whole day is --from 2024-06-17 --to "
        + "2024-06-18."),
    DateForm(
      form: "today, yesterday 14:30",
      meaning: "Midnight of that day in the same zone, or that time on it."),
    DateForm(
      form: "14:30",
      meaning: "That time on the day of the last event; in the time machine, on the day in view."),
    DateForm(
      form: "-2h, -1h30m",
      meaning: "That long ago; in the time machine, before the date in view. The units are s, m, "
        + "h, d and w, which have fixed lengths, and mo and y, which keep the day and the time of "
        + "day."),
    DateForm(form: "3d ago", meaning: "That long before now, also in the time machine."),
    DateForm(form: "now", meaning: "The current time."),
    DateForm(
      form: "start, end, end-1d, start+2h",
      meaning: "The first and the last event of the space, or that long before or after it."),
    DateForm(form: "50%", meaning: "A fraction of the time from the first event to the last."),
    DateForm(form: "@1705312800.25", meaning: "Seconds since 1970 in UTC."),
  ]
}
