import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

const branchInTheWay = z.strictObject({ wanted: z.string(), existing: z.string() })

/** Existing branches that Git can't hold together with wanted ones: one name is a folder on the way to the other. */
export async function branchesInTheWay(
  { tx, tenant }: TenantScope,
  wanted: readonly string[],
): Promise<z.infer<typeof branchInTheWay>[]> {
  // Each name has few parent folders, which are looked up; comparing all names with each other would be quadratic in a wide
  // edit.
  return readRows(tx, branchInTheWay)`
    with wanted(name) as materialized (select unnest(${sql.param(wanted)}::text[])),
      held(name) as materialized (
        select name from branches where tenant = ${tenant} union select name from wanted),
      folders(name, folder) as materialized (
        select name, array_to_string((string_to_array(name, '/'))[:depth], '/')
        from held, generate_series(1, cardinality(string_to_array(name, '/')) - 1) depth)
    select wanted.name as wanted, folders.folder as existing
      from wanted join folders using (name) join held on held.name = folders.folder
    union all
    select wanted.name, folders.name from wanted join folders on folders.folder = wanted.name
    limit 1`
}
