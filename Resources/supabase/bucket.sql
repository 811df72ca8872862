-- The bucket for world maps: private, read with the user's token or a signed link. Safe to run twice. Who
-- may use it is decided by row-security.sql, or by anonymous-bucket.sql.

insert into storage.buckets (id, name, public)
values ('world-maps', 'world-maps', false)
on conflict (id) do nothing;
