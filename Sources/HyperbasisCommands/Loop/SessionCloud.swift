import Hyperbasis
import HyperbasisCanvas
import HyperbasisDiagnostics
import HyperbasisTimeMachine

/// The cloud of a session of the time machine, if its owner has one.
struct SessionCloud: Sendable {
  /// Nil without a cloud.
  let effects: CloudEffects?
  private let store: HBLocalStore
  private let setting: CloudSetting

  /// - Parameter isScratch: whether the store goes with the session, so that no cloud is to see it.
  init(_ session: StoreSession, _ strategy: HBSyncStrategy, isScratch: Bool) {
    store = session.store
    setting = isScratch ? .none : CloudSetting(session.context)
    guard case .configured(let credentials) = setting else {
      effects = nil
      return
    }
    let cloud = CloudSession(
      credentials, store: session.store, strategy: .manual, context: session.context)
    effects = CloudEffects(cloud, strategy: strategy)
  }

  /// Says whether there is a cloud, and why not where somebody means to have one.
  func apply(to state: inout State) {
    state.sync.isAvailable = effects != nil
    guard case .broken(let reason) = setting else { return }
    let text = TerminalText("nothing is synced: \(reason)")
    state.sync.obstacle = text
    state.message = .warning(text)
  }

  /// A plan was written.
  func noteWritten(_ plan: HBPlan) {
    if let effects { return effects.noteWritten(plan) }
    guard setting != .none else { return }
    // A pass finds it by comparison as well.
    DiagnosticLog.program.attempt("note a change for the cloud") {
      try PendingChanges(store).add(HBPendingOperation.Kind.all(of: plan))
    }
  }
}
