/// How the columns of the time bar's region are shared.
package struct BarColumns: Hashable, Sendable {
  /// How many columns the bar stands in from the left.
  package let indent: Int
  /// How many columns the bar has: the width to make the ``TimeBar`` for.
  package let width: Int
  /// The columns kept for the status at the right, so that the positions do not change while it
  /// does; 0 where there is no room for it.
  package let status: Int

  package init(in columns: Int) {
    status = columns >= 40 ? 12 : 0
    indent = status > 0 ? 1 : 0
    width = max(0, columns - status - 2 * indent)
  }
}
