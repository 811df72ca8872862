// `import Hyperbasis` is all that an app writes: whatever these layers declare public is the library's
// interface. `HyperbasisAnchorLog` and `HyperbasisJSONText` are left out; their symbols are public only
// so that the compiler can inline them across modules.
@_exported public import HyperbasisCompression
@_exported public import HyperbasisHistory
@_exported public import HyperbasisModels
@_exported public import HyperbasisStore
@_exported public import HyperbasisSupabase
@_exported public import HyperbasisSync
@_exported public import HyperbasisSyncStatus
// The types of an import appear here under their own names, such as `HBImportSurvey`. One of them is
// exported so that apps which enable `MemberImportVisibility` can reach the members of all of them.
@_exported public import struct HyperbasisExchange.ImportSurvey
