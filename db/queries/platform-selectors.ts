// What the platform's objects of a kind select, without the rest of them.
import { z } from 'zod'
import type { ConcerningKind } from '#lib/domain/access/permissions.ts'
import { readRows } from '../rows.ts'
import { aliveAfter } from './alive.ts'
import type { TenantScope } from './scope.ts'

const selectorRow = z.strictObject({ object: z.int(), appSelector: z.unknown() })

/** As it was after a change. There are at most as many as the kind allows the platform. */
export function listPlatformSelectors(
  { tx, tenant }: TenantScope,
  kind: ConcerningKind,
  change: number,
): Promise<z.infer<typeof selectorRow>[]> {
  return readRows(tx, selectorRow)`
    select r.object, r.body->'app_selector' as "appSelector" from revisions r
    where r.tenant = ${tenant} and r.kind = ${kind} and r.team is null and ${aliveAfter('r', change)}`
}
