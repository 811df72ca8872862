-- Each user sees and changes only their own data. Run it after schema.sql, migration.sql and bucket.sql;
-- safe to run twice. It removes the policies of teams.sql, and leaves the members.
--
-- Clients never send user_id: its default is the user whose token makes the request. Existing rows belong
-- to nobody, and are seen by nobody until they are given to someone:
--
--   update public.spaces set user_id = '…' where user_id is null;   -- and the other three tables

begin;

do $$
declare
  team record;
begin
  for team in
    select schemaname, tablename, policyname from pg_catalog.pg_policies
    where policyname ~ '^hyperbasis: (members|editors|owners|anybody) '
  loop
    execute format(
      'drop policy %I on %I.%I', team.policyname, team.schemaname, team.tablename);
  end loop;
end $$;
drop trigger if exists sync_deletion on public.spaces;

-- (select auth.uid()) is evaluated once per statement; a bare auth.uid() once per row.

do $$
declare
  name text;
begin
  foreach name in array array['spaces', 'anchors', 'anchor_events', 'tombstones'] loop
    execute format('alter table public.%I add column if not exists user_id uuid', name);
    execute format('alter table public.%I alter column user_id set default auth.uid()', name);
    -- What a cursor asks for: the user's rows above a number.
    execute format(
      'create index if not exists %I on public.%I (user_id, sync_seq)',
      'idx_' || name || '_user_sync_seq', name);
    execute format('alter table public.%I enable row level security', name);
  end loop;
end $$;

-- For state_at: the same as in migration.sql, with the owner in front. Without these, a planner that
-- expects few rows to be the caller's own reads all of them at every step.
create index if not exists idx_anchor_events_own_order
  on public.anchor_events (user_id, space_id, anchor_id, "timestamp", version, id);
create index if not exists idx_anchor_events_own_transform
  on public.anchor_events (user_id, space_id, anchor_id, "timestamp", version, id)
  where transform is not null;
create index if not exists idx_anchor_events_own_metadata
  on public.anchor_events (user_id, space_id, anchor_id, "timestamp", version, id)
  where metadata is not null;
create index if not exists idx_anchor_events_own_visibility
  on public.anchor_events (user_id, space_id, anchor_id, "timestamp", version, id)
  where type in ('created', 'deleted', 'restored');
create index if not exists idx_anchor_events_own_behind
  on public.anchor_events (user_id, space_id, anchor_id, "timestamp", version, id)
  where is_behind;

drop policy if exists "hyperbasis: own spaces" on public.spaces;
create policy "hyperbasis: own spaces" on public.spaces for all to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

-- An anchor may only be put into a space of one's own: foreign keys bypass row security.
drop policy if exists "hyperbasis: own anchors" on public.anchors;
create policy "hyperbasis: own anchors" on public.anchors for all to authenticated
  using (user_id = (select auth.uid()))
  with check (
    user_id = (select auth.uid())
    and space_id in (select id from public.spaces where user_id = (select auth.uid())));

-- History is read and added to; there is no policy for changing or deleting it.
drop policy if exists "hyperbasis: read own events" on public.anchor_events;
create policy "hyperbasis: read own events" on public.anchor_events for select to authenticated
  using (user_id = (select auth.uid()));
drop policy if exists "hyperbasis: add own events" on public.anchor_events;
create policy "hyperbasis: add own events" on public.anchor_events for insert to authenticated
  with check (user_id = (select auth.uid()));

-- Tombstones are written by the triggers, which act as the owner of the tables.
drop policy if exists "hyperbasis: read own tombstones" on public.tombstones;
create policy "hyperbasis: read own tombstones" on public.tombstones for select to authenticated
  using (user_id = (select auth.uid()));

-- World maps, by the object's owner and not by the space in its path: a map is uploaded before the row
-- that names it.
do $$
declare
  action text;
begin
  foreach action in array array['select', 'insert', 'update', 'delete'] loop
    execute format(
      'drop policy if exists "hyperbasis: anyone may %1$s world maps" on storage.objects', action);
    execute format(
      'drop policy if exists "hyperbasis: %1$s own world maps" on storage.objects', action);
    execute format(
      'create policy "hyperbasis: %1$s own world maps" on storage.objects
       for %1$s to authenticated %2$s', action,
      case action
        when 'insert' then
          $rule$with check (bucket_id = 'world-maps' and owner_id = (select auth.uid()::text))$rule$
        else
          $rule$using (bucket_id = 'world-maps' and owner_id = (select auth.uid()::text))$rule$
      end);
  end loop;
end $$;

notify pgrst, 'reload schema';
commit;
