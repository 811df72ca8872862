package import Foundation
package import HyperbasisCanvas
import HyperbasisHistory

/// What is remembered of a space from earlier sessions.
package struct Recollection: Sendable {
  package let spaceId: UUID
  package var view: RememberedView?
  /// The newest saved draft that was neither resumed nor dropped.
  package var draft: SavedDraft?
  /// The drafts saved before it, the newest first.
  package var olderDrafts: [SavedDraft] = []
  /// What could not be read, and where that is kept.
  package var problem: TerminalText?

  package init(spaceId: UUID) {
    self.spaceId = spaceId
  }
}

// What outlives a session: the view of a space, and a draft that a signal interrupted.

/// Continues where a space was left, and keeps what outlives the session.
struct MemoryUpdate: SpaceUpdate {
  var transition: Transition

  /// Continues where the space was left, and offers a saved draft.
  mutating func resume(_ recollection: Recollection) {
    guard view.data.id == recollection.spaceId else { return }
    if let former = recollection.view { transition.view.resume(former, &transition.settings) }
    // Adjustments that make the view fit the space again are not changes by the user.
    let layout = layout
    transition.view.settle(layout, transition.settings, transition.keymap)
    view.remembered = RememberedView(view, settings)
    // If nothing can be written, the draft stays saved for another session.
    if let draft = recollection.draft, view.editing.draft == nil, !settings.isReadOnly {
      open(.savedDraft(DraftOffer(draft: draft, older: recollection.olderDrafts)))
    }
    if let problem = recollection.problem { transition.message = .warning(problem) }
  }

  /// Saves how the space is viewed, if that has changed.
  mutating func rememberView() {
    let current = RememberedView(view, settings)
    guard current != view.remembered else { return }
    view.remembered = current
    request(.remember(current, spaceId: view.data.id))
  }

  /// Saves what must outlive a program that is ended without asking the user.
  mutating func end() {
    rememberView()
    if let draft = unwrittenDraft { request(.saveDraft(draft)) }
    // The resumed draft is part of the one that is saved now.
    if let former = view.editing.resumed { request(.forgetDraft(former)) }
  }

  /// The draft, including the anchor that is being moved.
  private var unwrittenDraft: SavedDraft? {
    guard let draft = view.editing.draft, !draft.isEmpty else { return nil }
    return SavedDraft(
      spaceId: view.data.id, savedAt: transition.now, head: view.data.head, edits: draft.edits)
  }
}

extension SpaceView {
  /// Continues where the space was left, without what no longer fits it.
  fileprivate mutating func resume(_ former: RememberedView, _ settings: inout Settings) {
    let areMarked = former.compare.marks.both != nil
    map = former.map
    let mode = time.bar.mode
    time.bar = former.bar
    if !former.bar.isModeChosen { time.bar.mode = mode }
    compare = former.compare
    if former.compare.mode == .marks, !areMarked { compare.mode = .off }
    compare.isSideBySide = former.compare.isSideBySide && areMarked
    lists.tab = former.tab
    lists.focus = former.focus
    lists.selection = former.selection
    lists.showsDeleted = former.showsDeleted
    for option in SettingOption.all where RememberedView.optionNames.contains(option.name) {
      // A word that is no longer valid changes nothing.
      if let value = former.options[option.name] { try? option.set(value, in: &settings) }
    }
  }
}
