print("no benchmark yet")
