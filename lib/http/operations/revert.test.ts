// Taking changes back, as the API answers it.
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { type Answer, type Call, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { releaseOf, submitWave } from '#lib/http/testing/releasing.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'

const ANY = { 'If-Match': '*' }
const APP = '/applications/ieb/app1'
const CLUSTER = `/clusters/${cluster.name}`
const POLICY = `/target-policies/${policy.name}`

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
  await changeOf(api.call('/apply', { body: DOCUMENTS }))
})

const DOCUMENTS = [
  documentOf('team', team),
  documentOf('application', application),
  documentOf('cluster', cluster),
  documentOf('target-policy', policy),
]

async function changeOf(asked: Promise<Answer>): Promise<number> {
  const answer = await asked
  expect(answer.status, answer.text).toBeLessThan(300)
  return Number(answer.headers.get('berth-change'))
}

const patch = (path: string, body: unknown) =>
  changeOf(api.call(path, { method: 'PATCH', body, headers: ANY }))
const remove = (path: string) => changeOf(api.call(path, { method: 'DELETE', headers: ANY }))
const revert = (change: number, { query = '', ...call }: Call & { query?: string } = {}) =>
  api.call(`/changes/${change}/revert${query}`, { method: 'POST', ...call })
const fieldsOf = async (path: string) => {
  const { status: _, ...fields } = (await api.call(path)).json
  return fields
}
const placements = async () => (await api.call('/placements')).json.total

describe('POST /changes/{id}/revert', () => {
  it('previews and makes what was before an edit, as a change that names the one that it takes back', async () => {
    const before = await fieldsOf(CLUSTER)
    expect(await placements()).toBe(1)
    const change = await patch(CLUSTER, { metadata: { region: 'elsewhere' } })
    expect(await placements()).toBe(0)
    const dry = await revert(change, { query: '?dryRun=true' })
    expect(dry.json).toMatchObject({ placements: { added: 1, removed: 0 } })
    expect(await placements()).toBe(0)
    const done = await revert(change)
    expect(done.json).toMatchObject({ objects: [before], total: 1 })
    expect(await fieldsOf(CLUSTER)).toEqual(before)
    expect(await placements()).toBe(1)
    const made = Number(done.headers.get('berth-change'))
    expect((await api.call(`/changes/${made}`)).json).toMatchObject({
      action: 'changes.revert',
      reason: `Takes change #${change} back`,
      impact: { reverts: change },
      reverted_by: null,
    })
    expect((await api.call(`/changes/${change}`)).json).toMatchObject({ reverted_by: made })
  })

  it('takes a revert back, too', async () => {
    const change = await patch(CLUSTER, { metadata: { region: 'elsewhere' } })
    const edited = await fieldsOf(CLUSTER)
    const back = await changeOf(revert(change))
    await changeOf(revert(back))
    expect(await fieldsOf(CLUSTER)).toEqual(edited)
  })

  it('keeps what others edited since in other fields and labels', async () => {
    const change = await patch(CLUSTER, { description: 'Mine', metadata: { region: 'elsewhere' } })
    await patch(CLUSTER, { metadata: { ring: 'theirs' } })
    const before = await fieldsOf(CLUSTER)
    await changeOf(revert(change))
    expect(await fieldsOf(CLUSTER)).toEqual({
      ...before,
      description: cluster.description ?? '',
      metadata: { ...before.metadata, region: cluster.metadata.region },
    })
  })

  it('names each field that somebody edited since, and takes nothing back', async () => {
    const change = await patch(CLUSTER, { description: 'Mine', metadata: { region: 'elsewhere' } })
    await patch(CLUSTER, { description: 'Theirs', metadata: { region: 'there' } })
    const now = await fieldsOf(CLUSTER)
    const refused = await revert(change, { query: '?dryRun=true' })
    expect(refused.status).toBe(409)
    expect(refused.json).toMatchObject({
      code: 'revert_conflict',
      errors: [
        { pointer: `/cluster~1${cluster.name}/description`, code: 'revert_conflict' },
        { pointer: `/cluster~1${cluster.name}/metadata/region`, code: 'revert_conflict' },
      ],
    })
    expect((await revert(change)).status).toBe(409)
    expect(await fieldsOf(CLUSTER)).toEqual(now)
  })

  it('brings back what was deleted, and takes away what was made, all or nothing', async () => {
    const all = await Promise.all([APP, CLUSTER, POLICY].map(fieldsOf))
    const deleted = await remove(APP)
    await changeOf(revert(deleted))
    expect(await Promise.all([APP, CLUSTER, POLICY].map(fieldsOf))).toEqual(all)
    expect(await placements()).toBe(1)
    const made = await changeOf(
      api.call('/apply', {
        body: [
          documentOf('cluster', { ...cluster, name: 'other-01', shortName: 'other1' }),
          documentOf('application', { ...application, name: 'other' }),
        ],
      }),
    )
    await patch('/applications/ieb/other', { description: 'Edited' })
    const refused = await revert(made)
    expect(refused.json).toMatchObject({ code: 'revert_conflict' })
    expect((await api.call('/clusters/other-01')).status).toBe(200)
    await patch('/applications/ieb/other', { description: application.description })
    const undone = await revert(made, { query: '?confirmRemovals=3' })
    expect(undone.status, undone.text).toBe(200)
    expect((await api.call('/clusters/other-01')).status).toBe(404)
    expect((await api.call('/applications/ieb/other')).status).toBe(404)
  })

  it('brings back what a version delivered to targets, and not the directories that they have today', async () => {
    await patch(APP, { follow: 'versions' })
    const { environment } = cluster
    const clusters = [cluster.name]
    await submitWave(api, (fleet) => ({
      ended: [],
      begun: [releaseOf(fleet, 'app1', { environment, commit: '1'.repeat(40), clusters })],
    }))
    await changeOf(revert(await remove(APP)))
    const { tenant } = api
    const held = await inTenant(api.database, tenant.id, (tx) =>
      tx.execute(sql`select version, targets from releases
        where tenant = ${tenant.id} and ended is null order by id`),
    )
    expect([...held]).toEqual([
      { version: null, targets: {} },
      { version: null, targets: {} },
    ])
  })

  it('leaves what a rollout did to that', async () => {
    await patch(APP, { follow: 'versions' })
    const kept = async (rollout: { id: number; wave: number | null }, commit: string) => {
      const outcome = await submitWave(
        api,
        (fleet) => ({
          ended: [],
          begun: [releaseOf(fleet, 'app1', { environment, commit, clusters })],
        }),
        { rollout },
      )
      return outcome.kind === 'kept' ? outcome.change! : 0
    }
    const { environment } = cluster
    const clusters = [cluster.name]
    const wave = await kept({ id: 7, wave: 2 }, '1'.repeat(40))
    const back = await kept({ id: 7, wave: null }, '2'.repeat(40))
    for (const [change, detail] of [
      [wave, `Change #${wave} is wave 2 of rollout 7: roll that back as a whole.`],
      [back, `Change #${back} rolled back rollout 7: roll the version out again.`],
    ] as const) {
      const refused = await revert(change, { query: '?dryRun=true' })
      expect(refused).toMatchObject({ status: 409, json: { code: 'revert_of_rollout', detail } })
    }
  })

  it('brings a deleted team back under its name', async () => {
    await remove(POLICY)
    await remove(APP)
    const change = await remove('/teams/ieb')
    await changeOf(revert(change))
    expect(await fieldsOf('/teams/ieb')).toMatchObject({ name: 'ieb' })
  })

  it('is refused if its impact is not the one that somebody saw', async () => {
    const change = await patch(CLUSTER, { metadata: { region: 'elsewhere' } })
    const dry = await revert(change, { query: '?dryRun=true' })
    await patch(POLICY, { description: 'Something else' })
    const stale = await revert(change, { headers: { 'Berth-Impact': 'not-this-one' } })
    expect(stale.status).toBe(409)
    const seen = await revert(change, { headers: { 'Berth-Impact': dry.json.digest } })
    expect(seen.status, seen.text).toBe(200)
  })

  it('changes nothing where it is as before already, and nothing was edited at all', async () => {
    const change = await patch(CLUSTER, { description: 'Mine' })
    await changeOf(revert(change))
    const again = await revert(change)
    expect(again.json).toMatchObject({ change: null })
    expect((await revert(99_999)).status).toBe(404)
  })

  it('is for those who may edit all that the change edited', async () => {
    const change = await patch(CLUSTER, { description: 'Mine' })
    const refused = await revert(change, { token: await api.token('reader') })
    expect(refused.status).toBe(403)
    expect(await fieldsOf(CLUSTER)).toMatchObject({ description: 'Mine' })
  })
})
