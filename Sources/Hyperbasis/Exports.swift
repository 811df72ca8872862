// `import Hyperbasis` is all that an app writes: what these layers declare public is the library's
// interface. `HyperbasisAnchorLog` and `HyperbasisJSONText` stay out; theirs is public only so that
// the compiler can inline it across modules.
@_exported public import HyperbasisCompression
@_exported public import HyperbasisHistory
@_exported public import HyperbasisModels
@_exported public import HyperbasisStore
@_exported public import HyperbasisSupabase
@_exported public import HyperbasisSync
@_exported public import HyperbasisSyncStatus
// The types of an import are shown by their names here, `HBImportSurvey` and its like. One of them is
// exported so that apps which ask for `MemberImportVisibility` reach the members of all of them.
@_exported public import struct HyperbasisExchange.ImportSurvey
