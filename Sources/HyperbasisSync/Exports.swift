// Importing the engine also gives the types of its values.
@_exported public import HyperbasisSyncStatus
