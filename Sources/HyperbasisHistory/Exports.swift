// The values in which the history is returned.
@_exported public import HyperbasisModels
