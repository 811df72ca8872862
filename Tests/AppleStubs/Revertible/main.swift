checkObservableObjects()
checkSchedulers()
finishChecks(of: "Revertible with Combine")
