// Whoever asks for history gets it in these values.
@_exported public import HyperbasisModels
