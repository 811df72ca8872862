-- The two tables that every version of Hyperbasis knows. Safe to run twice.
--
-- With these alone several machines can synchronise: they compare lists of rows. With
-- migration.sql they fetch what changed, and share the whole history.

create table if not exists public.spaces (
  id uuid primary key,
  name text,
  world_map_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table if not exists public.anchors (
  id uuid primary key,
  space_id uuid references public.spaces (id) on delete cascade,
  transform float8[] not null,
  metadata jsonb default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create index if not exists idx_anchors_space_id on public.anchors (space_id);
create index if not exists idx_anchors_updated_at on public.anchors (updated_at);
create index if not exists idx_spaces_updated_at on public.spaces (updated_at);

notify pgrst, 'reload schema';
