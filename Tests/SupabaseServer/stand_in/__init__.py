"""A stand-in for Supabase: requests to PostgREST and Storage become SQL on a real PostgreSQL.

PostgreSQL does the semantics (types, row security, constraints, JSON); this package reads the
requests, builds the statements and maps what comes back, faults included.
"""
