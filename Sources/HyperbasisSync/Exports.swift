// Whoever asks the engine gets its values with it.
@_exported public import HyperbasisSyncStatus
