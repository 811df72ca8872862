// INCLUDE Activity
