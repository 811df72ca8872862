// INCLUDE Store
