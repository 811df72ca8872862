// INCLUDE Model
