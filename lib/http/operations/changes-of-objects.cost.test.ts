// The changes of an object cost what a page shows, however many there are of it and of everything else.
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { countChanges, listChanges } from '#db/queries/change-lists.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { rowsReadBy } from '#db/testing/rows-read.ts'
import { vacuumFully } from '#db/testing/vacuum.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { cluster } from '#lib/http/testing/bodies.ts'
import { allChanges } from '#lib/http/testing/unfiltered.ts'

/** More than lists count. */
const CHANGES = 12_000
const OBJECTS = 20
/** Of each shown change: itself, its row of the object, its publications; a table of a few dozen rows may be read whole. */
const PAGE_MAX = 1000

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  expect((await api.call('/clusters', { body: cluster })).status).toBe(201)
  const owner = await connect(inject('ownerUrl'))
  await owner.client.unsafe(`
    insert into changes
    select row.* from (select * from changes where tenant = ${api.tenant.id}) known,
      generate_series(2, ${CHANGES + 1}) n,
      jsonb_populate_record(null::changes, to_jsonb(known) || jsonb_build_object('id', n)) row;
    insert into change_objects
    select ${api.tenant.id}, 'cluster', object, n, 1, 0, 0
    from generate_series(2, ${CHANGES + 1}) n, generate_series(100, ${OBJECTS + 99}) object
    where object = 100 or n % 100 = object - 100`)
  await owner.close()
  await vacuumFully()
})

async function costOf(read: (scope: TenantScope) => Promise<unknown>): Promise<number> {
  const { database, tenant } = api
  return inTenant(
    database,
    tenant.id,
    (tx) => rowsReadBy(tx, () => read({ tx, tenant: tenant.id })),
    { readOnly: true },
  )
}

describe('the changes of an object', () => {
  const often = { ...allChanges, object: { kind: 'cluster', id: 100 } } as const
  const seldom = { ...allChanges, object: { kind: 'cluster', id: 117 } } as const

  it.each([
    // case | query | after
    ['of one that each of many changes moved', often, null],
    ['the same in the middle', often, CHANGES / 2],
    ['the same from its oldest', { ...often, descending: false }, null],
    ['the same as of then', { ...often, upTo: 100 }, null],
    ['of one that few of many changes moved', seldom, null],
  ])('read a page of rows: %s', async (_, query, after) => {
    const cost = await costOf(async (scope) => {
      expect(await listChanges(scope, query, { after, limit: 20 })).toHaveLength(20)
    })
    expect(cost).toBeLessThan(PAGE_MAX)
  })

  it('are counted without reading one of them', async () => {
    const cost = await costOf(async (scope) => {
      expect(await countChanges(scope, often)).toEqual({ total: 10_000, totalIsExact: false })
    })
    expect(cost).toBeLessThan(PAGE_MAX)
  })
})
