-- Spaces that several people share, each as owner, editor or viewer. Run it after schema.sql,
-- migration.sql and bucket.sql, instead of row-security.sql; of the two, the one that ran last counts.
-- Safe to run twice.
--
-- Whoever creates a space owns it. Owners invite others by the ids of their accounts:
--
--   insert into public.space_members (space_id, user_id, role) values ('…', '…', 'editor');
--
-- Spaces that exist already go to the user of their rows. Those that belong to nobody are seen by nobody
-- until somebody is made their owner, with the same statement in the SQL editor.

begin;

-- Members -----------------------------------------------------------------------------------

create table if not exists public.space_members (
  -- No foreign key: the members of a deleted space learn of the deletion, and keep the history.
  space_id uuid not null,
  user_id uuid not null,
  role text not null check (role in ('owner', 'editor', 'viewer')),
  added_by uuid,
  added_at timestamptz not null default now(),
  -- Joining changes no row of the space: by this number a device learns that there is more to read.
  sync_seq bigint not null,
  primary key (space_id, user_id)
);
-- Covers all that a policy asks, without reading the table.
create index if not exists idx_space_members_user
  on public.space_members (user_id, role, space_id);
create index if not exists idx_space_members_user_sync_seq
  on public.space_members (user_id, sync_seq);

do $$
declare
  name text;
begin
  foreach name in array array['spaces', 'anchors', 'anchor_events', 'tombstones'] loop
    execute format('alter table public.%I add column if not exists user_id uuid', name);
    execute format('alter table public.%I alter column user_id set default auth.uid()', name);
    execute format('alter table public.%I enable row level security', name);
  end loop;
end $$;
alter table public.space_members enable row level security;

-- For reading what belongs to a space that somebody joined.
create index if not exists idx_anchors_space_sync_seq on public.anchors (space_id, sync_seq);

-- Questions that the policies ask -----------------------------------------------------------

-- The spaces in which the caller has at least this role. It runs as its owner, since the members are
-- behind a policy that calls it.
--
-- A function about one space names it in a setting for as long as it runs, so that the others are not
-- looked for. A caller who sets it sees less, never more.
create or replace function public.spaces_of_caller(at_least text) returns setof uuid
language sql stable security definer rows 100 set search_path = '' as $$
  with wanted (roles, space) as (
    select
      case at_least
        when 'owner' then array['owner']
        when 'editor' then array['owner', 'editor']
        else array['owner', 'editor', 'viewer'] end,
      nullif(current_setting('hyperbasis.space', true), '')::uuid
  )
  select m.space_id from wanted
  join public.space_members m on m.user_id = (select auth.uid()) and m.role = any (wanted.roles)
  where wanted.space is null
  union all
  select m.space_id from wanted
  join public.space_members m on m.space_id = wanted.space
    and m.user_id = (select auth.uid()) and m.role = any (wanted.roles)
$$;

-- The same for one space, for what is written: few rows, each one step along an index, however many
-- spaces the caller has.
create or replace function public.may_edit(space uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.space_members m
    where m.space_id = space and m.user_id = (select auth.uid())
      and m.role in ('owner', 'editor'))
$$;

-- Whether a space has no members. This is only asked for rows that nobody's membership covers: those of a
-- space that is being created, since a statement does not see what its triggers add.
create or replace function public.is_unclaimed(space uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.space_members m where m.space_id = space)
$$;

-- The space that an object is the world map of: the first part of its path.
create or replace function public.space_of_object(name text) returns uuid
language sql immutable set search_path = '' as $$
  select case
    when split_part(name, '/', 1) ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then split_part(name, '/', 1)::uuid
  end
$$;

-- In how many spaces the caller has each role.
create or replace function public.team_roles()
returns table (role text, spaces bigint)
language sql stable set search_path = '' as $$
  select m.role, count(*) from public.space_members m
  where m.user_id = (select auth.uid()) group by m.role order by m.role
$$;

revoke execute on function
  public.spaces_of_caller(text), public.may_edit(uuid), public.is_unclaimed(uuid)
  from public, anon;
grant execute on function
  public.spaces_of_caller(text), public.may_edit(uuid), public.is_unclaimed(uuid)
  to authenticated, service_role;

-- Rules that a policy cannot express ----------------------------------------------------------

-- A policy does not see what a row was like before. The secret key and the SQL editor have no user, and
-- may do everything.
create or replace function public.guard_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null then
    return new;
  elsif new.id <> old.id or new.user_id is distinct from old.user_id then
    raise insufficient_privilege using message = 'the id and the author of a row cannot be changed';
  end if;
  return new;
end $$;

-- Other programs delete a space by setting a date; only its owners may do that, too.
create or replace function public.guard_space_deletion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is not null and new.deleted_at is not null and old.deleted_at is null
    and new.id not in (select public.spaces_of_caller('owner'))
  then
    raise insufficient_privilege using message = 'only an owner may delete a space';
  end if;
  return new;
end $$;

create or replace function public.claim_space() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is not null and public.is_unclaimed(new.id) then
    insert into public.space_members (space_id, user_id, role, added_by)
    values (new.id, new.user_id, 'owner', new.user_id);
  end if;
  return null;
end $$;

create or replace function public.guard_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null then
    return new;
  elsif tg_op = 'INSERT' then
    new.added_by := (select auth.uid());
    new.added_at := pg_catalog.now();
  elsif (new.space_id, new.user_id, new.added_by, new.added_at)
    is distinct from (old.space_id, old.user_id, old.added_by, old.added_at)
  then
    raise insufficient_privilege using message = 'only the role of a member can be changed';
  end if;
  return new;
end $$;

-- Runs after the whole statement, so that a role can be handed over in a single one; the lock of the
-- cursor makes two owners who leave at the same time wait for each other.
create or replace function public.keep_an_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is not null and exists (
    select from former
    where former.role = 'owner' and not exists (
      select from public.space_members m
      where m.space_id = former.space_id and m.role = 'owner'))
  then
    raise insufficient_privilege using message = 'the last owner of a space cannot be removed or demoted',
      hint = 'Make somebody else an owner first.';
  end if;
  return null;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['spaces', 'anchors'] loop
    execute format(
      'create or replace trigger sync_author before update on public.%I
       for each row execute function public.guard_author()', name);
  end loop;
  foreach name in array array['update', 'delete'] loop
    execute format(
      'create or replace trigger keep_an_owner_%1$s after %1$s on public.space_members
       referencing old table as former
       for each statement execute function public.keep_an_owner()', name);
  end loop;
end $$;
create or replace trigger sync_deletion before update on public.spaces
  for each row execute function public.guard_space_deletion();
create or replace trigger sync_claim after insert on public.spaces
  for each row execute function public.claim_space();
create or replace trigger guard_member before insert or update on public.space_members
  for each row execute function public.guard_member();
create or replace trigger sync_stamp before insert on public.space_members
  for each row execute function public.sync_stamp();
create or replace trigger sync_0_lock before insert or update or delete on public.space_members
  for each statement execute function public.sync_lock();

-- What is there already -----------------------------------------------------------------------

-- While each user had their own data, somebody may have added events under the id of another's space; its
-- owner never saw them. They are kept here, and do not become part of its history.
create table if not exists public.set_aside_events (like public.anchor_events);
alter table public.set_aside_events enable row level security;

-- The owner is found by the row of the space, or else by its tombstone, or else by its events if they are
-- all of one user.
with known (space_id, user_id) as (
  select s.id, s.user_id from public.spaces s where s.user_id is not null
  union all
  select t.id, t.user_id from public.tombstones t
  where t.kind = 'space' and t.user_id is not null
    and not exists (select from public.spaces s where s.id = t.id)
  union all
  select e.space_id, min(e.user_id::text)::uuid from public.anchor_events e
  where not exists (select from public.spaces s where s.id = e.space_id)
    and not exists (select from public.tombstones t where t.kind = 'space' and t.id = e.space_id)
  group by e.space_id
  having count(distinct e.user_id) = 1 and count(*) = count(e.user_id)
), claims as (
  insert into public.space_members (space_id, user_id, role, added_by)
  select k.space_id, k.user_id, 'owner', k.user_id from known k
  where not exists (select from public.space_members m where m.space_id = k.space_id)
  returning space_id, user_id
), strange as (
  delete from public.anchor_events e using claims c
  where e.space_id = c.space_id and e.user_id <> c.user_id
  returning e.*
)
insert into public.set_aside_events select * from strange;

-- Events of several users are one history now: migration.sql compares only versions of one user.
update public.anchor_events e set is_behind = true
from (
  select id, version <= lag(version) over (
    partition by space_id, anchor_id order by "timestamp", version, id) as is_behind
  from public.anchor_events
  where space_id in (
    select space_id from public.anchor_events
    group by space_id having count(distinct user_id) + max((user_id is null)::int) > 1)
) as found
where found.id = e.id and found.is_behind and not e.is_behind;

-- Policies ------------------------------------------------------------------------------------

-- `in (select …)` with a subquery that names no column becomes a hash table once per statement: it is
-- used for what is read, which may be very many rows.

do $$
declare
  name text;
begin
  foreach name in array array['spaces', 'anchors'] loop
    execute format('drop policy if exists %I on public.%I', 'hyperbasis: own ' || name, name);
  end loop;
  foreach name in array array['select', 'insert', 'update', 'delete'] loop
    execute format(
      'drop policy if exists "hyperbasis: anyone may %1$s world maps" on storage.objects', name);
    execute format(
      'drop policy if exists "hyperbasis: %1$s own world maps" on storage.objects', name);
    execute format(
      'drop policy if exists "hyperbasis: members %1$s world maps" on storage.objects', name);
  end loop;
end $$;
drop policy if exists "hyperbasis: read own events" on public.anchor_events;
drop policy if exists "hyperbasis: add own events" on public.anchor_events;
drop policy if exists "hyperbasis: read own tombstones" on public.tombstones;

drop policy if exists "hyperbasis: members read spaces" on public.spaces;
create policy "hyperbasis: members read spaces" on public.spaces for select to authenticated
  using (
    id in (select public.spaces_of_caller('viewer'))
    or (user_id = (select auth.uid()) and public.is_unclaimed(id)));
drop policy if exists "hyperbasis: anybody creates spaces" on public.spaces;
create policy "hyperbasis: anybody creates spaces" on public.spaces for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (public.may_edit(id) or public.is_unclaimed(id)));
drop policy if exists "hyperbasis: editors change spaces" on public.spaces;
create policy "hyperbasis: editors change spaces" on public.spaces for update to authenticated
  using (public.may_edit(id));
drop policy if exists "hyperbasis: owners delete spaces" on public.spaces;
create policy "hyperbasis: owners delete spaces" on public.spaces for delete to authenticated
  using (id in (select public.spaces_of_caller('owner')));

drop policy if exists "hyperbasis: members read anchors" on public.anchors;
create policy "hyperbasis: members read anchors" on public.anchors for select to authenticated
  using (space_id in (select public.spaces_of_caller('viewer')));
drop policy if exists "hyperbasis: editors add anchors" on public.anchors;
create policy "hyperbasis: editors add anchors" on public.anchors for insert to authenticated
  with check (user_id = (select auth.uid()) and public.may_edit(space_id));
drop policy if exists "hyperbasis: editors change anchors" on public.anchors;
create policy "hyperbasis: editors change anchors" on public.anchors for update to authenticated
  using (public.may_edit(space_id));
drop policy if exists "hyperbasis: editors delete anchors" on public.anchors;
create policy "hyperbasis: editors delete anchors" on public.anchors for delete to authenticated
  using (space_id in (select public.spaces_of_caller('editor')));

-- History is read and added to; there is no policy for changing or deleting it.
drop policy if exists "hyperbasis: members read events" on public.anchor_events;
create policy "hyperbasis: members read events" on public.anchor_events for select
  to authenticated using (space_id in (select public.spaces_of_caller('viewer')));
drop policy if exists "hyperbasis: editors add events" on public.anchor_events;
create policy "hyperbasis: editors add events" on public.anchor_events for insert
  to authenticated with check (user_id = (select auth.uid()) and public.may_edit(space_id));

-- The tombstone of a space has only its id.
drop policy if exists "hyperbasis: members read tombstones" on public.tombstones;
create policy "hyperbasis: members read tombstones" on public.tombstones for select
  to authenticated using (coalesce(space_id, id) in (select public.spaces_of_caller('viewer')));

drop policy if exists "hyperbasis: members read members" on public.space_members;
create policy "hyperbasis: members read members" on public.space_members for select
  to authenticated using (space_id in (select public.spaces_of_caller('viewer')));
drop policy if exists "hyperbasis: owners add members" on public.space_members;
create policy "hyperbasis: owners add members" on public.space_members for insert
  to authenticated with check (space_id in (select public.spaces_of_caller('owner')));
drop policy if exists "hyperbasis: owners change members" on public.space_members;
create policy "hyperbasis: owners change members" on public.space_members for update
  to authenticated using (space_id in (select public.spaces_of_caller('owner')));
drop policy if exists "hyperbasis: owners remove members" on public.space_members;
create policy "hyperbasis: owners remove members" on public.space_members for delete
  to authenticated using (
    user_id = (select auth.uid()) or space_id in (select public.spaces_of_caller('owner')));

-- World maps, by the space in their path. A map is uploaded before the row that names it, and so maybe
-- before anybody owns the space.
do $$
declare
  action text;
  at_least text;
  rule text;
begin
  foreach action in array array['select', 'insert', 'update', 'delete'] loop
    at_least := case action when 'select' then 'viewer' else 'editor' end;
    rule := format(
      $rule$bucket_id = 'world-maps' and (
        public.space_of_object(name) in (select public.spaces_of_caller(%L))
        or (owner_id = (select auth.uid()::text)
          and public.is_unclaimed(public.space_of_object(name))))$rule$, at_least);
    execute format(
      'create policy "hyperbasis: members %1$s world maps" on storage.objects
       for %1$s to authenticated %2$s', action,
      case action
        when 'insert' then format(
          'with check (owner_id = (select auth.uid()::text) and %s)', rule)
        when 'update' then format(
          'using (%1$s) with check (owner_id = (select auth.uid()::text) and %1$s)', rule)
        else format('using (%s)', rule)
      end);
  end loop;
end $$;

notify pgrst, 'reload schema';
commit;
