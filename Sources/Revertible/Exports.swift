@_exported public import RevertibleCore
