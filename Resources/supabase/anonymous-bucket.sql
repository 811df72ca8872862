-- World maps without user accounts: everybody who has the anonymous key, which is in every copy of the
-- app, may read, replace and delete every world map. Safe to run twice. row-security.sql revokes this.

do $$
declare
  action text;
begin
  foreach action in array array['select', 'insert', 'update', 'delete'] loop
    execute format(
      'drop policy if exists "hyperbasis: anyone may %1$s world maps" on storage.objects', action);
    execute format(
      'create policy "hyperbasis: anyone may %1$s world maps" on storage.objects
       for %1$s to anon, authenticated %2$s', action,
      case action
        when 'insert' then $rule$with check (bucket_id = 'world-maps')$rule$
        else $rule$using (bucket_id = 'world-maps')$rule$
      end);
  end loop;
end $$;
