package import Foundation
package import HyperbasisCanvas
import HyperbasisHistory

/// What is remembered of a space from earlier sessions.
package struct Recollection: Sendable {
  package let spaceId: UUID
  package var view: RememberedView?
  /// The newest draft that was saved and neither taken up nor dropped.
  package var draft: SavedDraft?
  /// Those that were saved before it, the newest first.
  package var olderDrafts: [SavedDraft] = []
  /// What could not be read, and where it is kept.
  package var problem: TerminalText?

  package init(spaceId: UUID) {
    self.spaceId = spaceId
  }
}

// What outlives a session: how a space was looked at, and a draft that a signal interrupted.

/// Goes on where a space was left, and keeps what is to outlive the session.
struct MemoryUpdate: SpaceUpdate {
  var transition: Transition

  /// Goes on where the space was left, and offers a draft that was saved.
  mutating func resume(_ recollection: Recollection) {
    guard view.data.id == recollection.spaceId else { return }
    if let former = recollection.view { transition.view.resume(former, &transition.settings) }
    // What is brought back in line with the space is not a change that somebody made.
    let layout = layout
    transition.view.settle(layout, transition.settings, transition.keymap)
    view.remembered = RememberedView(view, settings)
    // Where nothing can be written, the draft stays saved for another session.
    if let draft = recollection.draft, view.editing.draft == nil, !settings.isReadOnly {
      open(.savedDraft(DraftOffer(draft: draft, older: recollection.olderDrafts)))
    }
    if let problem = recollection.problem { transition.message = .warning(problem) }
  }

  /// Keeps how the space is looked at, if that has changed.
  mutating func rememberView() {
    let current = RememberedView(view, settings)
    guard current != view.remembered else { return }
    view.remembered = current
    request(.remember(current, spaceId: view.data.id))
  }

  /// Keeps what is to be kept when somebody ends the program without asking its person.
  mutating func end() {
    rememberView()
    if let draft = unwrittenDraft { request(.saveDraft(draft)) }
    // The draft that was resumed is part of the one that is saved now.
    if let former = view.editing.resumed { request(.forgetDraft(former)) }
  }

  /// The draft, with the anchor that is being moved.
  private var unwrittenDraft: SavedDraft? {
    guard let draft = view.editing.draft, !draft.isEmpty else { return nil }
    return SavedDraft(
      spaceId: view.data.id, savedAt: transition.now, head: view.data.head, edits: draft.edits)
  }
}

extension SpaceView {
  /// Goes on where the space was left; what does not fit it any more is left out.
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
      // A word that no longer means anything changes nothing.
      if let value = former.options[option.name] { try? option.set(value, in: &settings) }
    }
  }
}
