print("no command yet")
