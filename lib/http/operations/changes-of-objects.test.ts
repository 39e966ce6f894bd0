// The changes of an object: those that edited it and those that moved its placements, with how many.
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { closeDatabase, inTenant, openDatabase } from '#db/client.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'

const ANY = { 'if-match': '*' }
const CLUSTERS = ['c0', 'c1', 'c2']

let api: TestApi
/** By what they did. */
const made: Record<string, number> = {}

beforeAll(async () => {
  api = await createTestApi()
  const path = `/target-policies/${policy.name}`
  const steps: readonly (readonly [string, string, string, unknown])[] = [
    [
      'imported',
      'POST',
      '/apply',
      [
        documentOf('team', team),
        documentOf('team', { ...team, name: 'other' }),
        documentOf('application', application),
        documentOf('application', { ...application, name: 'app2' }),
        ...CLUSTERS.map((name) => documentOf('cluster', { name, metadata: cluster.metadata })),
      ],
    ],
    ['placed', 'POST', '/target-policies', policy],
    ['changed', 'PATCH', '/applications/ieb/app1', { repo_branch: 'v2' }],
    ['described', 'PATCH', '/clusters/c0', { description: 'In the hall' }],
    ['removed', 'DELETE', '/clusters/c2?confirmRemovals=2', undefined],
    ['suspended', 'PATCH', `${path}?confirmRemovals=4`, { suspended: true }],
    ['unrelated', 'PATCH', '/teams/other', { description: 'Others' }],
  ]
  for (const [name, method, to, body] of steps) {
    const answer = await api.call(to, { method, body, headers: ANY })
    expect(answer.status, answer.text).toBeLessThan(300)
    made[name] = Number(answer.headers.get('berth-change'))
  }
})

const changesOf = async (object: string, query = '') =>
  (await api.call(`/changes?object=${object}${query}`)).json

const moved = (added: number, removed: number, changed: number) => ({ added, removed, changed })

/** What the list says of each, newest first. */
async function movesOf(object: string) {
  const { items } = await changesOf(object)
  return items.map((item: { id: number; moved: unknown }) => [item.id, item.moved])
}

/** The changes of an application that the members of a team see. */
async function seenBy(team: string) {
  const token = await api.token('reader', { team })
  return (await api.call('/changes?object=application/ieb/app1', { token })).json
}

describe('the changes of an object', () => {
  it('are of an application all that edited it or moved it, with how many', async () => {
    expect(await movesOf('application/ieb/app1')).toEqual([
      [made['suspended'], moved(0, 2, 0)],
      [made['removed'], moved(0, 1, 0)],
      [made['changed'], moved(0, 0, 3)],
      [made['placed'], moved(3, 0, 0)],
      [made['imported'], moved(0, 0, 0)],
    ])
  })

  it('are of a cluster, also of one that is gone', async () => {
    expect(await movesOf('cluster/c0')).toEqual([
      [made['suspended'], moved(0, 2, 0)],
      [made['described'], moved(0, 0, 0)],
      [made['changed'], moved(0, 0, 1)],
      [made['placed'], moved(2, 0, 0)],
      [made['imported'], moved(0, 0, 0)],
    ])
    expect(await movesOf('cluster/c2')).toEqual([
      [made['removed'], moved(0, 2, 0)],
      [made['changed'], moved(0, 0, 1)],
      [made['placed'], moved(2, 0, 0)],
      [made['imported'], moved(0, 0, 0)],
    ])
  })

  it('are of a team those of all its applications', async () => {
    expect(await movesOf('team/ieb')).toEqual([
      [made['suspended'], moved(0, 4, 0)],
      [made['removed'], moved(0, 2, 0)],
      [made['changed'], moved(0, 0, 3)],
      [made['placed'], moved(6, 0, 0)],
      [made['imported'], moved(0, 0, 0)],
    ])
  })

  it('are paged, counted, filtered and exported like all others', async () => {
    const first = await changesOf('team/ieb', '&limit=2')
    expect(first).toMatchObject({ total: 5, totalIsExact: true })
    const rest = await changesOf('team/ieb', `&limit=2&continue=${first.continue}`)
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual([
      made['suspended'],
      made['removed'],
      made['changed'],
      made['placed'],
    ])
    expect(await changesOf('team/ieb', '&kind=cluster')).toMatchObject({ total: 2 })
    const oldest = await changesOf('cluster/c0', '&sort=at&limit=1')
    expect(oldest.items).toMatchObject([{ id: made['imported'] }])
    const { text } = await api.call('/changes?object=cluster/c0&format=csv')
    expect(text).toContain('""added"":2')
    expect((await api.call('/changes?limit=1')).json.items[0]).not.toHaveProperty('moved')
  })

  it('are none of an object that there never was, and refused for what has no placements', async () => {
    expect(await changesOf('cluster/never')).toMatchObject({ items: [], total: 0 })
    for (const object of ['target-policy/x', 'application/app1', 'cluster/a/b', 'cluster/']) {
      expect(await changesOf(object)).toMatchObject({ code: 'param_object' })
    }
  })

  it('are hidden from whoever may not see the object', async () => {
    expect(await seenBy('other')).toMatchObject({ items: [], total: 0 })
    expect(await seenBy('ieb')).toMatchObject({ total: 5 })
  })

  it('were counted alike by the migration for what was there before', async () => {
    const file = readdirSync('db/migrations').find((name) => name.includes('change_objects'))!
    const statement = readFileSync(`db/migrations/${file}`, 'utf8')
      .split('--> statement-breakpoint')
      .at(-1)!
    const owner = openDatabase(inject('ownerUrl'), { max: 1 })
    const rows = await inTenant(owner, api.tenant.id, async (tx) => {
      await tx.execute(sql`create temp table counted (like change_objects) on commit drop`)
      await tx.execute(sql.raw(statement.replace('INTO change_objects', 'INTO counted')))
      return tx.execute(sql`
        (select 'missing' as what, * from (select * from change_objects where tenant = ${api.tenant.id} except select * from counted) a)
        union all
        (select 'wrong', * from (select * from counted where tenant = ${api.tenant.id} except select * from change_objects) b)`)
    })
    await closeDatabase(owner)
    expect([...rows]).toEqual([])
  })
})
