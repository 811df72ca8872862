-- What synchronisation adds to the tables of schema.sql: the history of all anchors, a cursor
-- that misses nothing, and deletions that stay deleted. Safe to run twice; programs that know
-- the two tables alone go on working.

begin;

-- Cursor ------------------------------------------------------------------------------------

-- One counter for all tables. "Give me everything above N" is right only if a greater number
-- is never visible before a smaller one, so numbers are given out under a lock that its
-- transaction holds until it has committed. Neither a time nor a bare sequence can promise that.
create sequence if not exists public.sync_seq as bigint;

-- The default numbers the rows that are already there. It goes at once: from now on the triggers
-- below give the numbers, and a client needs no right to the counter.
alter table public.spaces
  add column if not exists sync_seq bigint not null default nextval('public.sync_seq');
alter table public.spaces alter column sync_seq drop default;
alter table public.anchors
  add column if not exists sync_seq bigint not null default nextval('public.sync_seq');
alter table public.anchors alter column sync_seq drop default;

-- Columns and tables ------------------------------------------------------------------------

alter table public.spaces add column if not exists deleted_at timestamptz;
alter table public.spaces add column if not exists is_compressed boolean not null default true;
-- Of the stored object, byte for byte as it lies in the bucket. Null: not known.
alter table public.spaces add column if not exists world_map_sha256 text;
alter table public.spaces add column if not exists world_map_size bigint;

create table if not exists public.anchor_events (
  id uuid primary key,
  anchor_id uuid not null,
  -- No foreign keys: history outlives the rows, and may arrive before them.
  space_id uuid not null,
  type text not null check (type in ('created', 'moved', 'updated', 'deleted', 'restored')),
  -- The whole instant, with its microseconds: canonical order is ("timestamp", version, id).
  "timestamp" timestamptz not null check (isfinite("timestamp")),
  version bigint not null check (version >= 1),
  transform float8[] check (
    cardinality(transform) = 16 and array_ndims(transform) = 1
    and array_position(transform, null) is null
    and not transform && array['NaN', 'Infinity', '-Infinity']::float8[]
  ),
  metadata jsonb check (jsonb_typeof(metadata) = 'object'),
  actor_id text,
  -- The keys of an event that have no column: operation, undoes, redoes, batch, createdAt, and those of
  -- other writers.
  extra jsonb not null default '{}' check (jsonb_typeof(extra) = 'object'),
  sync_seq bigint not null
);
-- Whose event it is; row-security.sql fills it in.
alter table public.anchor_events add column if not exists user_id uuid;

-- What was removed for good, so that a machine that was away learns of it.
create table if not exists public.tombstones (
  kind text not null check (kind in ('space', 'anchor')),
  id uuid not null,
  space_id uuid,
  deleted_at timestamptz not null default clock_timestamp(),
  sync_seq bigint not null,
  primary key (kind, id)
);

-- Whether the version of an event is not greater than those before it of the same anchor, so that
-- somebody wrote it without knowledge of them. Found out once, for those that are there already.
do $$
begin
  if exists (
    select from pg_catalog.pg_attribute
    where attrelid = 'public.anchor_events'::regclass and attname = 'is_behind')
  then
    return;
  end if;
  alter table public.anchor_events add column is_behind boolean not null default false;
  update public.anchor_events e set is_behind = true
  from (
    select id, version <= lag(version) over (
      partition by space_id, anchor_id, user_id order by "timestamp", version, id) as is_behind
    from public.anchor_events
  ) as found
  where found.id = e.id and found.is_behind;
end $$;

-- Rules -------------------------------------------------------------------------------------

-- The functions run as their owner: a client needs no right to the counter or to tombstones.

-- Taken once a statement and before any row is locked. Taken in a row trigger it would deadlock:
-- an upsert would lock counter, then row; an update row, then counter.
create or replace function public.sync_lock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('hyperbasis.sync_seq', 0));
  return null;
end $$;

-- Numbers a new row, whatever number the client sent.
create or replace function public.sync_stamp() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.sync_seq := pg_catalog.nextval('public.sync_seq');
  return new;
end $$;

-- A row that was removed for good comes back only if it was changed after its removal; what a
-- machine that was away uploads again is left out, and not among the rows of the answer.
create or replace function public.sync_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  removed_at timestamptz;
begin
  select t.deleted_at into removed_at
  from public.tombstones t where t.kind = tg_argv[0] and t.id = new.id;
  if removed_at >= new.updated_at then
    return null;
  elsif removed_at is not null then
    delete from public.tombstones t where t.kind = tg_argv[0] and t.id = new.id;
  end if;
  new.sync_seq := pg_catalog.nextval('public.sync_seq');
  return new;
end $$;

-- Last write wins. The answer to an older write holds the row that won.
--
-- Equal times: the newcomer wins, unless nothing differs. A machine that knows more events of an
-- anchor than another may well have the same newest one, and it is the one that comes later.
--
-- A row dated more than a day ahead comes from a wrong clock. It does not shield itself: else
-- nobody with a right clock could change it until that day.
create or replace function public.sync_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.sync_seq := old.sync_seq;
  if new is not distinct from old then
    return old;
  end if;
  if new.updated_at < old.updated_at
    and old.updated_at <= pg_catalog.clock_timestamp() + interval '1 day'
  then
    return old;
  end if;
  new.sync_seq := pg_catalog.nextval('public.sync_seq');
  return new;
end $$;

-- Events never change: uploading one again does nothing. The mark that sync_mark_behind sets stays.
create or replace function public.sync_keep() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  old.is_behind := old.is_behind or new.is_behind;
  return old;
end $$;

-- Marks a new event, and the one that follows it, where their versions do not grow. Up to the first
-- such event the versions of an anchor ascend, so that it is enough to look at neighbours.
create or replace function public.sync_mark_behind() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  neighbour record;
begin
  select e.version into neighbour from public.anchor_events e
  where e.space_id = new.space_id and e.anchor_id = new.anchor_id
    and e.user_id is not distinct from new.user_id
    and (e."timestamp", e.version, e.id) < (new."timestamp", new.version, new.id)
  order by e."timestamp" desc, e.version desc, e.id desc limit 1;
  if neighbour.version >= new.version then
    update public.anchor_events e set is_behind = true where e.id = new.id;
  end if;
  select e.id, e.version, e.is_behind into neighbour from public.anchor_events e
  where e.space_id = new.space_id and e.anchor_id = new.anchor_id
    and e.user_id is not distinct from new.user_id
    and (e."timestamp", e.version, e.id) > (new."timestamp", new.version, new.id)
  order by e."timestamp", e.version, e.id limit 1;
  if neighbour.version <= new.version and not neighbour.is_behind then
    update public.anchor_events e set is_behind = true where e.id = neighbour.id;
  end if;
  return null;
end $$;

-- By way of JSON, so that a tombstone inherits the owner where row-security.sql has added that
-- column. Removing a space removes its anchors, and so comes here for them, too.
create or replace function public.sync_bury() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.tombstones
  select buried.*
  from gone
  cross join lateral pg_catalog.to_jsonb(gone) as removed (row)
  cross join lateral pg_catalog.jsonb_populate_record(
    null::public.tombstones,
    pg_catalog.jsonb_build_object(
      'kind', tg_argv[0], 'id', gone.id, 'space_id', removed.row -> 'space_id',
      'deleted_at', pg_catalog.clock_timestamp(), 'user_id', removed.row -> 'user_id')
  ) as buried
  on conflict (kind, id) do update
    set deleted_at = excluded.deleted_at;
  return null;
end $$;

do $$
declare
  kind text;
  name text;
begin
  foreach name in array array['spaces', 'anchors', 'anchor_events', 'tombstones'] loop
    execute format(
      'create or replace trigger sync_0_lock before insert or update or delete on public.%I
       for each statement execute function public.sync_lock()', name);
  end loop;
  foreach name in array array['spaces', 'anchors'] loop
    kind := rtrim(name, 's');
    execute format(
      'create or replace trigger sync_insert before insert on public.%I
       for each row execute function public.sync_insert(%L)', name, kind);
    execute format(
      'create or replace trigger sync_update before update on public.%I
       for each row execute function public.sync_update()', name);
    execute format(
      'create or replace trigger sync_bury after delete on public.%I
       referencing old table as gone
       for each statement execute function public.sync_bury(%L)', name, kind);
  end loop;
end $$;

create or replace trigger sync_stamp before insert on public.anchor_events
  for each row execute function public.sync_stamp();
create or replace trigger sync_mark_behind after insert on public.anchor_events
  for each row execute function public.sync_mark_behind();
create or replace trigger sync_keep before update on public.anchor_events
  for each row execute function public.sync_keep();
create or replace trigger sync_stamp before insert or update on public.tombstones
  for each row execute function public.sync_stamp();

-- Indexes -----------------------------------------------------------------------------------

create index if not exists idx_spaces_sync_seq on public.spaces (sync_seq);
create index if not exists idx_anchors_sync_seq on public.anchors (sync_seq);
create index if not exists idx_anchor_events_sync_seq on public.anchor_events (sync_seq);
create index if not exists idx_tombstones_sync_seq on public.tombstones (sync_seq);

-- For state_at: the last event of an anchor before an instant, and the last one that carries a
-- transform, metadata, or a change of visibility, however many others lie between.
create index if not exists idx_anchor_events_order
  on public.anchor_events (space_id, anchor_id, "timestamp", version, id);
create index if not exists idx_anchor_events_transform
  on public.anchor_events (space_id, anchor_id, "timestamp", version, id)
  where transform is not null;
create index if not exists idx_anchor_events_metadata
  on public.anchor_events (space_id, anchor_id, "timestamp", version, id)
  where metadata is not null;
create index if not exists idx_anchor_events_visibility
  on public.anchor_events (space_id, anchor_id, "timestamp", version, id)
  where type in ('created', 'deleted', 'restored');
create index if not exists idx_anchor_events_behind
  on public.anchor_events (space_id, anchor_id, "timestamp", version, id)
  where is_behind;

-- Time travel -------------------------------------------------------------------------------

-- Whether an event says which keys of the metadata it sets or removes: by a list of texts.
create or replace function public.sync_names_keys(type text, extra jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select type = 'updated' and coalesce(jsonb_typeof(extra -> 'changed') = 'array', false)
    and not jsonb_path_exists(extra -> 'changed', '$[*] ? (@.type() != "string")')
$$;

-- The anchors of a space as they were at an instant (inclusive), without hidden ones; without an
-- instant, as they are now. An anchor begins with its first event that carries a transform, which
-- may name another date of creation, in microseconds since 1970; what is not such a number, or lies
-- outside of the years 1 to 9999, counts as none.
--
-- From the first event of an anchor on that is behind, one that names the keys that it changes
-- changes these alone; before, and without names, the metadata of an event replace all.
create or replace function public.state_at(space uuid, instant timestamptz default 'infinity')
returns table (
  id uuid, space_id uuid, transform float8[], metadata jsonb,
  created_at timestamptz, updated_at timestamptz
)
language sql stable set search_path = '' as $$
  -- One step along the index for each anchor, instead of reading every event.
  with recursive known (id) as (
    (select e.anchor_id from public.anchor_events e where e.space_id = space
     order by e.anchor_id limit 1)
    union all
    select (select e.anchor_id from public.anchor_events e
            where e.space_id = space and e.anchor_id > known.id order by e.anchor_id limit 1)
    from known where known.id is not null
  )
  select known.id, space, shape.transform,
    coalesce(words.metadata, '{}') - coalesce(edits.keys, '{}') || coalesce(edits.metadata, '{}'),
    coalesce('1970-01-01Z'::timestamptz + birth.created * interval '1 microsecond',
      birth."timestamp"),
    latest."timestamp"
  from known
  cross join lateral (
    select e."timestamp", e.version, e.id,
      case when e.extra ->> 'createdAt' ~ '^-?[0-9]{1,17}$'
        and jsonb_typeof(e.extra -> 'createdAt') = 'number'
        then (select n from (select (e.extra ->> 'createdAt')::bigint) as own (n)
          where n between -62135596800000000 and 253402300799999999)
      end as created
    from public.anchor_events e
    where e.space_id = space and e.anchor_id = known.id and e.transform is not null
      and e."timestamp" <= instant
    order by e."timestamp", e.version, e.id limit 1
  ) as birth
  cross join lateral (
    select e.transform from public.anchor_events e
    where e.space_id = space and e.anchor_id = known.id and e.transform is not null
      and e."timestamp" <= instant
    order by e."timestamp" desc, e.version desc, e.id desc limit 1
  ) as shape
  cross join lateral (
    select e."timestamp" from public.anchor_events e
    where e.space_id = space and e.anchor_id = known.id and e."timestamp" <= instant
    order by e."timestamp" desc, e.version desc, e.id desc limit 1
  ) as latest
  left join lateral (
    select e."timestamp", e.version, e.id from public.anchor_events e
    where e.space_id = space and e.anchor_id = known.id and e.is_behind and e."timestamp" <= instant
    order by e."timestamp", e.version, e.id limit 1
  ) as behind on true
  left join lateral (
    select e.metadata, e."timestamp", e.version, e.id from public.anchor_events e
    where e.space_id = space and e.anchor_id = known.id and e.metadata is not null
      and e."timestamp" <= instant
      and (e."timestamp", e.version, e.id) >= (birth."timestamp", birth.version, birth.id)
      and (behind.id is null
        or (e."timestamp", e.version, e.id) < (behind."timestamp", behind.version, behind.id)
        or not public.sync_names_keys(e.type, e.extra))
    order by e."timestamp" desc, e.version desc, e.id desc limit 1
  ) as words on true
  left join lateral (
    -- Of each key that was changed alone, the last change; a key that the metadata lack is removed.
    select array_agg(last.key) as keys,
      jsonb_object_agg(last.key, last.value) filter (where last.value is not null) as metadata
    from (
      select distinct on (named.key) named.key, e.metadata -> named.key as value
      from public.anchor_events e
      cross join lateral jsonb_array_elements_text(
        case when public.sync_names_keys(e.type, e.extra) then e.extra -> 'changed' else '[]' end
      ) as named (key)
      where behind.id is not null
        and e.space_id = space and e.anchor_id = known.id and e.metadata is not null
        and e."timestamp" <= instant
        and (e."timestamp", e.version, e.id) >= (birth."timestamp", birth.version, birth.id)
        and (e."timestamp", e.version, e.id)
          >= (behind."timestamp", behind.version, behind.id)
        and (words.id is null
          or (e."timestamp", e.version, e.id) > (words."timestamp", words.version, words.id))
      order by named.key, e."timestamp" desc, e.version desc, e.id desc
    ) as last
  ) as edits on behind.id is not null
  left join lateral (
    select e.type from public.anchor_events e
    where e.space_id = space and e.anchor_id = known.id
      and e.type in ('created', 'deleted', 'restored') and e."timestamp" <= instant
      and (e."timestamp", e.version, e.id) >= (birth."timestamp", birth.version, birth.id)
    order by e."timestamp" desc, e.version desc, e.id desc limit 1
  ) as visibility on true
  where known.id is not null and visibility.type is distinct from 'deleted'
  order by birth."timestamp", known.id
$$;

-- Setting up --------------------------------------------------------------------------------

-- Whether row security binds the caller, and how many policies concern them: a table with row
-- security and without a policy answers like an empty one, and nothing else tells them apart.
create or replace function public.sync_inspect()
returns table (name text, row_security boolean, policies integer)
language sql stable set search_path = '' as $$
  select c.relname::text, pg_catalog.row_security_active(c.oid), (
    select count(*)::integer from pg_catalog.pg_policy p
    where p.polrelid = c.oid and exists (
      select from unnest(p.polroles) as role (id)
      where role.id = 0 or pg_catalog.pg_has_role(current_user, role.id, 'usage')))
  from pg_catalog.pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and c.relname in ('spaces', 'anchors', 'anchor_events', 'tombstones')
  order by c.relname
$$;

notify pgrst, 'reload schema';
commit;
