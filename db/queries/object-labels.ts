import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Labels } from '#lib/domain/labels/labels.ts'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'
import { readRows } from '../rows.ts'
import { aliveAfter } from './alive.ts'
import type { TenantScope } from './scope.ts'

const labelRow = z.strictObject({ object: z.int(), key: z.string(), value: z.string() })

/** Some labels of some objects, after a change; null: now. Objects without any are left out. */
export async function readLabels(
  { tx, tenant }: TenantScope,
  asked: {
    readonly kind: LabelledKind
    readonly objects: readonly number[]
    readonly keys: readonly string[]
    readonly change: number | null
  },
): Promise<ReadonlyMap<number, Labels>> {
  const { kind, objects, keys, change } = asked
  if (objects.length === 0 || keys.length === 0) return new Map()
  const rows = await readRows(tx, labelRow)`
    select l.object, l.key, l.value from labels l
    where l.tenant = ${tenant} and l.kind = ${kind}
      and l.object = any(${sql.param([...new Set(objects)])}::int[])
      and l.key = any(${sql.param(keys)}::text[]) and ${aliveAfter('l', change)}`
  return new Map(
    [...Map.groupBy(rows, ({ object }) => object)].map(([object, labels]) => [
      object,
      new Map(labels.map(({ key, value }) => [key, value])),
    ]),
  )
}
