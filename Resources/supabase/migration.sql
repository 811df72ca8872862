-- What synchronisation adds to the tables of schema.sql: the history of all anchors, a cursor that misses
-- nothing, and deletions that stay deleted. Safe to run twice; programs that know only the two tables go
-- on working.

begin;

-- Cursor ------------------------------------------------------------------------------------

-- One counter for all tables. "Give me everything above N" is correct only if a greater number is never
-- visible before a smaller one, so numbers are given out under a lock that its transaction holds until it
-- has committed. Neither a time nor a bare sequence can promise that.
create sequence if not exists public.sync_seq as bigint;

-- The default numbers the rows that already exist. It is dropped at once: from now on the triggers below
-- assign the numbers, and a client needs no privilege on the counter.
alter table public.spaces
  add column if not exists sync_seq bigint not null default nextval('public.sync_seq');
alter table public.spaces alter column sync_seq drop default;
alter table public.anchors
  add column if not exists sync_seq bigint not null default nextval('public.sync_seq');
alter table public.anchors alter column sync_seq drop default;

-- Columns and tables ------------------------------------------------------------------------

alter table public.spaces add column if not exists deleted_at timestamptz;
alter table public.spaces add column if not exists is_compressed boolean not null default true;
-- Of the stored object, byte for byte as it lies in the bucket. Null if not known.
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
-- A table that lacks columns is completed, as far as its rows can do without values for them.
alter table public.anchor_events add column if not exists transform float8[] check (
  cardinality(transform) = 16 and array_ndims(transform) = 1
  and array_position(transform, null) is null
  and not transform && array['NaN', 'Infinity', '-Infinity']::float8[]
);
alter table public.anchor_events
  add column if not exists metadata jsonb check (jsonb_typeof(metadata) = 'object');
alter table public.anchor_events add column if not exists actor_id text;
alter table public.anchor_events
  add column if not exists extra jsonb not null default '{}' check (jsonb_typeof(extra) = 'object');
alter table public.anchor_events
  add column if not exists sync_seq bigint not null default nextval('public.sync_seq');
alter table public.anchor_events alter column sync_seq drop default;
-- Whose event it is; row-security.sql fills it in.
alter table public.anchor_events add column if not exists user_id uuid;

-- What was removed for good, so that a machine that was away learns of it.
create table if not exists public.tombstones (
  kind text not null,
  id uuid not null,
  space_id uuid,
  deleted_at timestamptz not null default clock_timestamp(),
  sync_seq bigint not null,
  primary key (kind, id)
);
alter table public.tombstones add column if not exists space_id uuid;
alter table public.tombstones
  add column if not exists deleted_at timestamptz not null default clock_timestamp();
alter table public.tombstones
  add column if not exists sync_seq bigint not null default nextval('public.sync_seq');
alter table public.tombstones alter column sync_seq drop default;

-- `forgotten`: a space that was deleted for good with its history, which does not come back by itself.
alter table public.tombstones drop constraint if exists tombstones_kind_check;
alter table public.tombstones add constraint tombstones_kind_check
  check (kind in ('space', 'anchor', 'forgotten'));

-- Whether the version of an event is not greater than those before it of the same anchor, so that it was
-- written without knowledge of them. Determined here once, for the events that exist already.
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

-- The functions run as their owner: a client needs no privilege on the counter or on tombstones.

-- The lock is taken once per statement, before any row is locked. Taken in a row trigger, it would
-- deadlock: an upsert would lock the counter, then the row; an update the row, then the counter.
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

-- Whether a space was forgotten. What devices that still have it upload is ignored.
create or replace function public.is_forgotten(space uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.tombstones t where t.kind = 'forgotten' and t.id = space)
$$;

create or replace function public.sync_stamp_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.tombstones t where t.kind = 'forgotten' and t.id = new.space_id)
  then
    return null;
  end if;
  new.sync_seq := pg_catalog.nextval('public.sync_seq');
  return new;
end $$;

-- A row that was removed for good comes back only if it was changed after its removal; what a machine
-- that was away uploads again is ignored, and not among the rows of the response.
create or replace function public.sync_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  removed_at timestamptz;
begin
  if tg_argv[0] = 'space' and public.is_forgotten(new.id) then
    return null;
  end if;
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

-- Last write wins. The response to an older write holds the row that won.
--
-- If the times are equal, the newcomer wins, unless nothing differs. A machine that knows more events of
-- an anchor than another may well have the same newest one, and it is the one that comes later.
--
-- A row dated more than a day ahead comes from a wrong clock. It does not beat later writes: otherwise
-- nobody with a correct clock could change it until that day.
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

-- Events never change: uploading one again does nothing. The mark that sync_mark_behind sets is kept.
create or replace function public.sync_keep() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  old.is_behind := old.is_behind or new.is_behind;
  return old;
end $$;

-- Marks a new event, and the one that follows it, if their versions do not increase. Up to the first such
-- event the versions of an anchor ascend, so it is enough to look at neighbours. Events of another user
-- are neighbours only where people share spaces: see teams.sql.
create or replace function public.sync_mark_behind() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  neighbour record;
  is_shared boolean := pg_catalog.to_regclass('public.space_members') is not null;
begin
  select e.version into neighbour from public.anchor_events e
  where e.space_id = new.space_id and e.anchor_id = new.anchor_id
    and (is_shared or e.user_id is not distinct from new.user_id)
    and (e."timestamp", e.version, e.id) < (new."timestamp", new.version, new.id)
  order by e."timestamp" desc, e.version desc, e.id desc limit 1;
  if neighbour.version >= new.version then
    update public.anchor_events e set is_behind = true where e.id = new.id;
  end if;
  select e.id, e.version, e.is_behind into neighbour from public.anchor_events e
  where e.space_id = new.space_id and e.anchor_id = new.anchor_id
    and (is_shared or e.user_id is not distinct from new.user_id)
    and (e."timestamp", e.version, e.id) > (new."timestamp", new.version, new.id)
  order by e."timestamp", e.version, e.id limit 1;
  if neighbour.version <= new.version and not neighbour.is_behind then
    update public.anchor_events e set is_behind = true where e.id = neighbour.id;
  end if;
  return null;
end $$;

-- Leaves a tombstone for each removed row, by way of JSON, so that it inherits the owner if
-- row-security.sql has added that column. Removing a space removes its anchors, and so runs this for
-- them, too.
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
  for each row execute function public.sync_stamp_event();
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
-- For requests about a single space.
create index if not exists idx_anchor_events_space_sync_seq
  on public.anchor_events (space_id, sync_seq);

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

-- Whether an event says, by a list of texts, which keys of the metadata it sets or removes.
create or replace function public.sync_names_keys(type text, extra jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select type = 'updated' and coalesce(jsonb_typeof(extra -> 'changed') = 'array', false)
    and not jsonb_path_exists(extra -> 'changed', '$[*] ? (@.type() != "string")')
$$;

-- The anchors of a space as they were at an instant (inclusive), without hidden ones; without an instant,
-- as they are now. An anchor begins with its first event that carries a transform, which may name another
-- date of creation, in microseconds since 1970; what is not such a number, or lies outside the years 1 to
-- 9999, is ignored.
--
-- From an anchor's first event that is behind, events that name the keys that they change affect only
-- these; before it, and without names, the metadata of an event replace all.
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
    -- The last change of each key that was changed alone; a key that the metadata lack is removed.
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

-- What is new ---------------------------------------------------------------------------------

-- What is new in all tables, with one request: of spaces, tombstones, anchors and events, the first rows
-- after a cursor, in the order of their numbers. A cursor is the number up to which a client has read,
-- and later ranges of what it wrote itself: {"read": 7, "known": [[9, 12]]}. All four are of one moment.
create or replace function public.changes_since(cursors jsonb, page integer default 1000)
returns json
language sql stable set search_path = '' as $$
  select json_build_array(
    (select coalesce(json_agg(found order by found.sync_seq), '[]') from (
      select t.id, t.name, t.world_map_url, t.created_at, t.updated_at, t.deleted_at,
        t.is_compressed, t.world_map_sha256, t.world_map_size, t.sync_seq
      from public.spaces t
      where t.sync_seq > coalesce((cursors -> 'spaces' ->> 'read')::bigint, 0)
        and not exists (
          select from jsonb_array_elements(cursors -> 'spaces' -> 'known') as known (range)
          where t.sync_seq between (known.range ->> 0)::bigint and (known.range ->> 1)::bigint)
      order by t.sync_seq limit least(page, 1000)
    ) as found),
    (select coalesce(json_agg(found order by found.sync_seq), '[]') from (
      select t.kind, t.id, t.space_id, t.deleted_at, t.sync_seq
      from public.tombstones t
      where t.sync_seq > coalesce((cursors -> 'tombstones' ->> 'read')::bigint, 0)
        and not exists (
          select from jsonb_array_elements(cursors -> 'tombstones' -> 'known') as known (range)
          where t.sync_seq between (known.range ->> 0)::bigint and (known.range ->> 1)::bigint)
      order by t.sync_seq limit least(page, 1000)
    ) as found),
    (select coalesce(json_agg(found order by found.sync_seq), '[]') from (
      select t.id, t.space_id, t.transform, t.metadata, t.created_at, t.updated_at, t.deleted_at,
        t.sync_seq
      from public.anchors t
      where t.sync_seq > coalesce((cursors -> 'anchors' ->> 'read')::bigint, 0)
        and not exists (
          select from jsonb_array_elements(cursors -> 'anchors' -> 'known') as known (range)
          where t.sync_seq between (known.range ->> 0)::bigint and (known.range ->> 1)::bigint)
      order by t.sync_seq limit least(page, 1000)
    ) as found),
    (select coalesce(json_agg(found order by found.sync_seq), '[]') from (
      select t.id, t.anchor_id, t.space_id, t.type, t."timestamp", t.version, t.transform,
        t.metadata, t.actor_id, t.extra, t.sync_seq
      from public.anchor_events t
      where t.sync_seq > coalesce((cursors -> 'events' ->> 'read')::bigint, 0)
        and not exists (
          select from jsonb_array_elements(cursors -> 'events' -> 'known') as known (range)
          where t.sync_seq between (known.range ->> 0)::bigint and (known.range ->> 1)::bigint)
      order by t.sync_seq limit least(page, 1000)
    ) as found)
  )
$$;

-- Questions without pulling -----------------------------------------------------------------

-- The responses hold events, from which a client folds states as from a log of its own, so that there is
-- only one rule for what a state is. If an event counts only for its place in the order, neither its
-- transform nor its metadata are sent; `[]` says that it has a transform.

create index if not exists idx_anchor_events_time
  on public.anchor_events (space_id, "timestamp", version, id);

-- The spaces that a text may name, by name in any case, by id, or by the beginning of an id; without a
-- text some of them, enough to see whether there is only one. With the extent of their history.
create or replace function public.find_spaces(term text default null)
returns table (id uuid, name text, start_at timestamptz, end_at timestamptz)
language sql stable set search_path = '' as $$
  select s.id, s.name,
    (select e."timestamp" from public.anchor_events e where e.space_id = s.id
     order by e."timestamp", e.version, e.id limit 1),
    (select e."timestamp" from public.anchor_events e where e.space_id = s.id
     order by e."timestamp" desc, e.version desc, e.id desc limit 1)
  from public.spaces s
  cross join (select lower(replace(term, '-', ''))) as typed (digits)
  where s.deleted_at is null and (
    term is null or lower(s.name) = lower(term)
    or typed.digits ~ '^[0-9a-f]{4,32}$'
      and s.id between rpad(typed.digits, 32, '0')::uuid and rpad(typed.digits, 32, 'f')::uuid)
  order by s.created_at, s.id limit 20
$$;

-- How much each space has after cursors, as changes_since would return it, for clients that want to know
-- before they fetch it.
create or replace function public.changes_by_space(cursors jsonb)
returns table (
  id uuid, name text, spaces bigint, anchors bigint, events bigint, removals bigint
)
language sql stable set search_path = '' as $$
  select found.space_id, (select s.name from public.spaces s where s.id = found.space_id),
    count(*) filter (where found.kind = 'spaces'),
    count(*) filter (where found.kind = 'anchors'),
    count(*) filter (where found.kind = 'events'),
    count(*) filter (where found.kind = 'tombstones')
  from (
    select 'spaces', t.id, t.sync_seq from public.spaces t
    where t.sync_seq > coalesce((cursors -> 'spaces' ->> 'read')::bigint, 0)
    union all
    select 'anchors', t.space_id, t.sync_seq from public.anchors t
    where t.sync_seq > coalesce((cursors -> 'anchors' ->> 'read')::bigint, 0)
    union all
    select 'events', t.space_id, t.sync_seq from public.anchor_events t
    where t.sync_seq > coalesce((cursors -> 'events' ->> 'read')::bigint, 0)
    union all
    select 'tombstones', coalesce(t.space_id, t.id), t.sync_seq from public.tombstones t
    where t.sync_seq > coalesce((cursors -> 'tombstones' ->> 'read')::bigint, 0)
  ) as found (kind, space_id, sync_seq)
  where not exists (
    select from jsonb_array_elements(cursors -> found.kind -> 'known') as known (range)
    where found.sync_seq between (known.range ->> 0)::bigint and (known.range ->> 1)::bigint)
  group by found.space_id
$$;

create index if not exists idx_spaces_name
  on public.spaces (lower(name), id) where deleted_at is null;

-- A page of the spaces by name, with how much is in each, how many bytes it takes up with its world map,
-- and when and by whom it was last changed; `total` counts all spaces.
create or replace function public.list_spaces(most integer default 50, skip bigint default 0)
returns table (
  id uuid, name text, anchors bigint, events bigint, bytes bigint, world_map_size bigint,
  changed_at timestamptz, actor_id text, total bigint
)
language sql stable set search_path = '' as $$
  select s.id, s.name, latest.count, history.count,
    latest.bytes + history.bytes + coalesce(s.world_map_size, 0), s.world_map_size,
    greatest(s.updated_at, final."timestamp"),
    case when final."timestamp" >= s.updated_at then final.actor_id end,
    (select count(*) from public.spaces other where other.deleted_at is null)
  from (
    select page.* from public.spaces page where page.deleted_at is null
    order by lower(page.name), page.id limit most offset skip
  ) as s
  cross join lateral (
    select count(*) filter (where a.deleted_at is null),
      coalesce(sum(pg_column_size(a)), 0)::bigint as bytes
    from public.anchors a where a.space_id = s.id
  ) as latest
  cross join lateral (
    select count(*), coalesce(sum(pg_column_size(e)), 0)::bigint as bytes
    from public.anchor_events e where e.space_id = s.id
  ) as history
  left join lateral (
    select e."timestamp", e.actor_id from public.anchor_events e where e.space_id = s.id
    order by e."timestamp" desc, e.version desc, e.id desc limit 1
  ) as final on true
  order by lower(s.name), s.id
$$;

-- The events that make up the states of anchors, each before a point in the canonical order. If versions
-- do not increase, all of an anchor's events count.
create or replace function public.state_parts(
  space uuid, anchors uuid[], instants timestamptz[], versions bigint[], ids uuid[])
returns table (
  anchor_id uuid, birth uuid, shape uuid, words uuid, visibility uuid, latest uuid,
  is_contested boolean
)
language sql stable set search_path = '' as $$
  select point.anchor, birth.id, shape.id, words.id, visibility.id, latest.id, behind.id is not null
  from unnest(anchors, instants, versions, ids) as point (anchor, instant, version, id)
  cross join lateral (
    select e."timestamp", e.version, e.id from public.anchor_events e
    where e.space_id = space and e.anchor_id = point.anchor and e.transform is not null
      and (e."timestamp", e.version, e.id) < (point.instant, point.version, point.id)
    order by e."timestamp", e.version, e.id limit 1
  ) as birth
  cross join lateral (
    select e.id from public.anchor_events e
    where e.space_id = space and e.anchor_id = point.anchor and e.transform is not null
      and (e."timestamp", e.version, e.id) < (point.instant, point.version, point.id)
    order by e."timestamp" desc, e.version desc, e.id desc limit 1
  ) as shape
  cross join lateral (
    select e.id from public.anchor_events e
    where e.space_id = space and e.anchor_id = point.anchor
      and (e."timestamp", e.version, e.id) < (point.instant, point.version, point.id)
    order by e."timestamp" desc, e.version desc, e.id desc limit 1
  ) as latest
  left join lateral (
    select e.id from public.anchor_events e
    where e.space_id = space and e.anchor_id = point.anchor and e.metadata is not null
      and (e."timestamp", e.version, e.id) < (point.instant, point.version, point.id)
      and (e."timestamp", e.version, e.id) >= (birth."timestamp", birth.version, birth.id)
    order by e."timestamp" desc, e.version desc, e.id desc limit 1
  ) as words on true
  left join lateral (
    select e.id from public.anchor_events e
    where e.space_id = space and e.anchor_id = point.anchor
      and e.type in ('created', 'deleted', 'restored')
      and (e."timestamp", e.version, e.id) < (point.instant, point.version, point.id)
      and (e."timestamp", e.version, e.id) >= (birth."timestamp", birth.version, birth.id)
    order by e."timestamp" desc, e.version desc, e.id desc limit 1
  ) as visibility on true
  left join lateral (
    select e.id from public.anchor_events e
    where e.space_id = space and e.anchor_id = point.anchor and e.is_behind
      and (e."timestamp", e.version, e.id) < (point.instant, point.version, point.id)
    limit 1
  ) as behind on true
$$;

-- An event for a response, with the parts of it that count.
create or replace function public.event_values(
  event public.anchor_events, has_shape boolean, has_words boolean, is_birth boolean)
returns json language sql stable set search_path = '' as $$
  select json_build_array(
    event.id, event.anchor_id, event.type, event."timestamp", event.version,
    case when has_shape then to_json(event.transform) when is_birth then '[]'::json end,
    case when has_words then event.metadata end,
    case when has_shape and has_words then event.actor_id end,
    nullif(
      case when has_shape and has_words then event.extra
        else event.extra - array['operation', 'undoes', 'redoes', 'batch'] end, '{}'))
$$;

-- The events from which states of anchors follow, each before a point in the canonical order; all parts
-- of those that are asked for; and the first and the last one of the space's history. If `states` is more
-- than 1, and an anchor has that many, all the same, neither its place nor its metadata are sent.
create or replace function public.telling_events(
  space uuid, anchors uuid[], instants timestamptz[], versions bigint[], ids uuid[],
  asked uuid[] default '{}', states bigint default 1)
returns json language sql stable set search_path = '' as $$
  with parts as materialized (
    select part.* from public.state_parts(space, anchors, instants, versions, ids) as part
  ), known as (
    select part.anchor_id, bool_or(part.is_contested) as is_contested,
      states > 1 and count(*) = states
        and count(distinct (part.shape, part.words, part.visibility)) = 1 as is_same
    from parts part group by part.anchor_id
  ), marks (id, has_shape, has_words, is_birth) as (
    select mark.id, mark.has_shape and not k.is_same, mark.has_words and not k.is_same, mark.is_birth
    from parts part
    join known k on k.anchor_id = part.anchor_id and not k.is_contested
    cross join lateral (values
      (part.birth, false, false, true), (part.shape, true, false, false),
      (part.words, false, true, false), (part.visibility, false, false, false),
      (part.latest, false, false, false)
    ) as mark (id, has_shape, has_words, is_birth)
    where mark.id is not null
    union all
    select e.id, true, true, false from known k
    join public.anchor_events e on e.space_id = space and e.anchor_id = k.anchor_id
      and e."timestamp" <= (select max(point.instant) from unnest(instants) as point (instant))
    where k.is_contested
    union all
    select a.id, true, true, false from unnest(asked) as a (id)
    union all
    (select e.id, false, false, false from public.anchor_events e where e.space_id = space
     order by e."timestamp", e.version, e.id limit 1)
    union all
    (select e.id, false, false, false from public.anchor_events e where e.space_id = space
     order by e."timestamp" desc, e.version desc, e.id desc limit 1)
  ), chosen as materialized (
    select mark.id, bool_or(mark.has_shape) as has_shape, bool_or(mark.has_words) as has_words,
      bool_or(mark.is_birth) as is_birth
    from marks mark group by mark.id
  )
  select coalesce(json_agg(public.event_values(
    e, chosen.has_shape, chosen.has_words, chosen.is_birth)), '[]')
  from chosen join public.anchor_events e on e.id = chosen.id
$$;

-- The events from which the states of a space at these instants follow, each inclusive, and the first and
-- the last one of its history. For anchors that are the same at all of several instants, neither place
-- nor metadata are sent. Also returns rows that were written by programs that know only rows.
create or replace function public.state_events(space uuid, instants timestamptz[])
returns json language plpgsql stable set search_path = '' as $$
declare
  answer json;
begin
  -- So that a policy about many spaces looks only at this one: see teams.sql.
  perform pg_catalog.set_config('hyperbasis.space', space::text, true);
  with recursive known (id) as (
    (select e.anchor_id from public.anchor_events e where e.space_id = space
     order by e.anchor_id limit 1)
    union all
    select (select e.anchor_id from public.anchor_events e
            where e.space_id = space and e.anchor_id > known.id order by e.anchor_id limit 1)
    from known where known.id is not null
  )
  select json_build_object(
    'events', public.telling_events(
      space, array_agg(known.id), array_agg(point.instant),
      array_agg(9223372036854775807::bigint),
      array_agg('ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid),
      states => count(distinct point.instant)),
    'rows', (
      select coalesce(json_agg(a), '[]') from public.anchors a
      left join lateral (
        select e."timestamp" from public.anchor_events e
        where e.space_id = space and e.anchor_id = a.id
        order by e."timestamp" desc, e.version desc, e.id desc limit 1
      ) as latest on true
      where a.space_id = space and latest."timestamp" < a.updated_at is not false))
  into answer
  from known cross join (select distinct unnest(instants)) as point (instant)
  where known.id is not null;
  perform pg_catalog.set_config('hyperbasis.space', '', true);
  return answer;
end $$;

-- What is different between two instants: the events from which both states follow.
create or replace function public.changes_between(
  space uuid, start_at timestamptz, end_at timestamptz default 'infinity')
returns json language sql stable set search_path = '' as $$
  select public.state_events(space, array[start_at, end_at])
$$;

-- Some events of a space from one end of its history, and those from which the states before each
-- follow; `printed` names those that were asked for.
create or replace function public.log_events(
  space uuid, most integer, is_reversed boolean default false, anchor uuid default null,
  types text[] default null, start_at timestamptz default '-infinity',
  end_at timestamptz default 'infinity')
returns json language plpgsql stable set search_path = '' as $$
declare
  printed public.anchor_events[];
  answer json;
begin
  perform pg_catalog.set_config('hyperbasis.space', space::text, true);
  execute pg_catalog.format(
    'select coalesce(array_agg(found), ''{}'') from (
       select e::public.anchor_events as found from public.anchor_events e
       where e.space_id = $1 and e."timestamp" between $2 and $3 %1$s %2$s
       order by e."timestamp" %3$s, e.version %3$s, e.id %3$s limit $4) as page',
    case when anchor is not null then 'and e.anchor_id = $5' end,
    case when types is not null then 'and e.type = any ($6)' end,
    case when is_reversed then 'desc' else 'asc' end)
  into printed using space, start_at, end_at, most, anchor, types;
  select json_build_object(
    'events', public.telling_events(
      space, array_agg(e.anchor_id), array_agg(e."timestamp"), array_agg(e.version),
      array_agg(e.id), array_agg(e.id)),
    'printed', coalesce(json_agg(e.id), '[]'))
  into answer from unnest(printed) as e;
  perform pg_catalog.set_config('hyperbasis.space', '', true);
  return answer;
end $$;

-- Trust -------------------------------------------------------------------------------------

-- The first eight bytes of a hash, as an unsigned number.
create or replace function public.digest_number(bytes bytea) returns numeric
language sql immutable set search_path = '' as $$
  select case when number < 0 then number + 18446744073709551616 else number end
  from (select ('x' || left(encode(sha256(bytes), 'hex'), 16))::bit(64)::bigint::numeric)
    as hash (number)
$$;

-- The bytes of a transform as floats, with 0 for -0, which is the same value. One that does not fit into floats, which only other programs write,
-- is taken as it is: a single row that nobody can read must not hide what all spaces hold.
create or replace function public.transform_bytes(transform double precision[]) returns bytea
language plpgsql immutable set search_path = '' as $$
declare
  bytes bytea;
begin
  bytes := array_send(transform::float4[]);
  -- The length of an element and the bytes of -0, which can be found nowhere else.
  if position('\x0000000480000000'::bytea in bytes) = 0 then
    return bytes;
  end if;
  return array_send(array(
    select (element.value + 0)::float4
    from unnest(transform::float4[]) with ordinality as element (value, place)
    order by element.place));
exception when numeric_value_out_of_range then
  return array_send(transform);
end $$;

-- What each space holds, for a device to compare with its own: how many events and anchors, and a sum of
-- the hashes of each, so that their order does not matter. The hash of an event covers its id, anchor,
-- type, instant, version and transform; that of an anchor that is not hidden, its id and transform.
-- Returns a page of spaces by id, since a long history takes its time.
create or replace function public.space_digests(after uuid default null, most integer default 100)
returns table (
  id uuid, name text, events bigint, event_digest text, anchors bigint, anchor_digest text
)
language sql stable set search_path = '' as $$
  select s.id, s.name, history.count, mod(history.sum, 18446744073709551616)::text,
    latest.count, mod(latest.sum, 18446744073709551616)::text
  from (
    select s.id, s.name from public.spaces s
    where s.deleted_at is null and (after is null or s.id > after) order by s.id limit most
  ) as s
  cross join lateral (
    select count(*), coalesce(sum(public.digest_number(
      uuid_send(e.id) || uuid_send(e.anchor_id) || convert_to(e.type, 'UTF8')
        || int8send((extract(epoch from e."timestamp") * 1000000)::bigint) || int8send(e.version)
        || coalesce(public.transform_bytes(e.transform), ''))), 0) as sum
    from public.anchor_events e where e.space_id = s.id
  ) as history
  cross join lateral (
    select count(*), coalesce(sum(public.digest_number(
      uuid_send(a.id) || public.transform_bytes(a.transform))), 0) as sum
    from public.anchors a where a.space_id = s.id and a.deleted_at is null
  ) as latest
  order by s.id
$$;

-- Whether the caller may forget a space: anyone whom row security does not bind; otherwise, if people
-- share spaces, its owners; otherwise the user of its row.
create or replace function public.may_forget(space uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  caller text := nullif(pg_catalog.current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub';
  role name := nullif(pg_catalog.current_setting('role', true), 'none');
  is_allowed boolean;
begin
  if role is null
    or (select r.rolbypassrls or r.rolsuper from pg_catalog.pg_roles r where r.rolname = role)
    or not (select c.relrowsecurity from pg_catalog.pg_class c
            where c.oid = 'public.spaces'::regclass)
  then
    return true;
  elsif caller is null then
    return false;
  elsif exists (
    select from pg_catalog.pg_policies p where p.policyname = 'hyperbasis: owners delete spaces')
  then
    execute 'select exists (select from public.space_members m
      where m.space_id = $1 and m.user_id::text = $2 and m.role = ''owner'')'
    into is_allowed using space, caller;
    return is_allowed;
  end if;
  return coalesce(
    (select to_jsonb(s) ->> 'user_id' from public.spaces s where s.id = space),
    (select to_jsonb(t) ->> 'user_id' from public.tombstones t
     where t.kind in ('space', 'forgotten') and t.id = space limit 1)) = caller;
end $$;

-- Deletes what the tables hold of a space, history included, and leaves a tombstone that keeps devices
-- from bringing it back. Only the storage service can remove world maps. If `is_rehearsal`, it only
-- counts.
create or replace function public.forget_space(space uuid, is_rehearsal boolean default false)
returns json language plpgsql security definer set search_path = '' as $$
declare
  counts json;
  -- If each user has their own data, those of others under this id are not the caller's.
  is_own boolean := exists (
    select from pg_catalog.pg_policies p where p.policyname = 'hyperbasis: own spaces');
  caller text := nullif(pg_catalog.current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub';
begin
  if not public.may_forget(space) then
    raise insufficient_privilege using message = 'only an owner may forget a space';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('hyperbasis.sync_seq', 0));
  select json_build_object(
    'events', (select count(*) from public.anchor_events e where e.space_id = space
      and (not is_own or caller is null or to_jsonb(e) ->> 'user_id' = caller)),
    'anchors', (select count(*) from public.anchors a where a.space_id = space),
    'isForgotten', public.is_forgotten(space))
  into counts;
  if is_rehearsal then
    return counts;
  end if;
  delete from public.anchor_events e where e.space_id = space
    and (not is_own or caller is null or to_jsonb(e) ->> 'user_id' = caller);
  if pg_catalog.to_regclass('public.set_aside_events') is not null then
    execute 'delete from public.set_aside_events e where e.space_id = $1' using space;
  end if;
  delete from public.spaces s where s.id = space;
  delete from public.tombstones t
  where t.kind = 'space' and t.id = space or t.kind = 'anchor' and t.space_id = space;
  insert into public.tombstones (kind, id, space_id, deleted_at)
  values ('forgotten', space, space, pg_catalog.clock_timestamp())
  on conflict (kind, id) do update set deleted_at = excluded.deleted_at;
  return counts;
end $$;

-- Lets a space that was forgotten come back, from a device that still has it.
create or replace function public.unforget_space(space uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not public.may_forget(space) then
    raise insufficient_privilege using message = 'only an owner may bring a space back';
  end if;
  delete from public.tombstones t where t.kind = 'forgotten' and t.id = space;
  return found;
end $$;

-- Setting up --------------------------------------------------------------------------------

-- Whether row security binds the caller, and how many policies concern them: a table with row security
-- but without a policy looks like an empty one, and nothing else tells them apart.
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
