-- The roles of a Supabase project, once for the whole cluster. The owner of a project's tables is
-- `postgres`, who is no superuser there either.
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
create role authenticator login noinherit;
grant anon, authenticated, service_role to authenticator;
create role supabase_storage_admin nologin noinherit;
create role postgres login createrole bypassrls;
-- On the platform a list of exceptions lets `postgres` make policies on the storage tables.
grant supabase_storage_admin to postgres;
