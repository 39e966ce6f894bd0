// Where an application comes from, as a revision of it says: the one place that knows how the JSON has it
// (lib/domain/objects/application/source-json.ts). The trigger note_source compares the same.
import { type SQL, sql } from 'drizzle-orm'

/** `packaging`: what lies there, without its revision; null: a directory in Git, as the reconciler finds it. */
type SourceSql = {
  readonly url: SQL
  readonly revision: SQL
  readonly path: SQL
  readonly packaging: SQL
}

export function sourceOfBody(body: SQL): SourceSql {
  return {
    url: sql`${body}->>'repo_url'`,
    revision: sql`coalesce(${body}->>'repo_branch', ${body}->'source'->>'digest', ${body}->'source'->>'version')`,
    path: sql`coalesce(${body}->>'repo_path', '.')`,
    packaging: sql`((${body}->'source') - array['version', 'digest'])`,
  }
}

/** All of it as a row, which may hold null: compare by `is distinct from`. */
export function sourceRow(body: SQL): SQL {
  const { url, revision, path, packaging } = sourceOfBody(body)
  return sql`(${url}, ${revision}, ${path}, ${packaging})`
}
