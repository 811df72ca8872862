"""PostgREST: tables and functions over HTTP."""
