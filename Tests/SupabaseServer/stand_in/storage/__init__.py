"""Storage: objects in buckets over HTTP."""
