/// All trials, in the order of their numbers.
package enum Trials {
  package static let all: [any Trial] = [
    TruncationTrial(), BitFlipTrial(), SectorTrial(), KillTrial(), CrashStatesTrial(),
    FailingCallTrial(), FullDiskTrial(), FailedFlushTrial(), WritersTrial(),
  ]
}
