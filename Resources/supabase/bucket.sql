-- The bucket for world maps: private, read with the user's token or a signed link. Safe to run
-- twice. Who may use it is for row-security.sql to say, or for anonymous-bucket.sql.

insert into storage.buckets (id, name, public)
values ('world-maps', 'world-maps', false)
on conflict (id) do nothing;
