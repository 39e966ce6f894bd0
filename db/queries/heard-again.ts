import { sql } from 'drizzle-orm'
import type { TenantScope } from './scope.ts'

/** A cluster that said the same again until an instant. */
export type HeardAgain = { readonly cluster: string; readonly until: Date }

/** Keeps that clusters said each minute until an instant that nothing changed: in one statement, as of the last of these words. */
export async function keepHeardAgain(
  { tx, tenant }: TenantScope,
  heard: readonly HeardAgain[],
): Promise<void> {
  if (heard.length === 0) return
  const said = heard.map(({ cluster, until }) => ({ name: cluster, until }))
  await tx.execute(sql`
    update cluster_reports c set seen_at = h.until, received_at = h.until, complete_at = h.until
    from jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as h(name text, until timestamptz)
      join revisions r on r.tenant = ${tenant} and r.kind = 'cluster' and r.name = h.name
        and r.ended is null
    where c.tenant = ${tenant} and c.cluster = r.object and c.seen_at < h.until`)
}
