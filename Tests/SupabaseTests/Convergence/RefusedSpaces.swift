import Foundation
import SupabaseTestSupport

@testable import HyperbasisSync

/// A rule of the server that refuses everything belonging to some spaces, as row security would, and that
/// is changed while users work.
struct RefusedSpaces {
  private let project: SupabaseProject

  init(_ project: SupabaseProject) {
    self.project = project
  }
}

extension RefusedSpaces {
  /// Installs the rule on the existing tables.
  func prepare(_ tier: CloudTier) throws {
    let tables =
      [("spaces", "id"), ("anchors", "space_id")]
      + (tier == .migrated ? [("anchor_events", "space_id")] : [])
    try project.sql(
      """
      create schema if not exists rules;
      create table if not exists rules.refused (id uuid primary key);
      create or replace function rules.refuse() returns trigger
      language plpgsql security definer as $$
      begin
        if current_setting('rules.spares', true) is distinct from 'yes'
          and exists (select from rules.refused
            where id = (to_jsonb(new) ->> tg_argv[0])::uuid) then
          raise exception 'not for you' using errcode = '42501';
        end if;
        return new;
      end $$;
      """)
    for (table, column) in tables {
      try project.sql(
        """
        create or replace trigger a_rule before insert or update on \(table)
        for each row execute function rules.refuse('\(column)')
        """)
    }
  }

  func set(_ spaces: [UUID]) throws {
    let values = spaces.map { "insert into rules.refused values ('\($0)');" }
    try project.sql("delete from rules.refused; \(values.joined(separator: " "))")
  }

  /// Runs a statement that the rule does not apply to.
  func sparing(_ statement: String) throws {
    try project.sql("set rules.spares = 'yes'; \(statement)")
  }
}
