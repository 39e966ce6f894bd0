// Rolling an application back, as the API answers it.
import { beforeEach, describe, expect, it } from 'vitest'
import { application } from '#lib/http/testing/bodies.ts'
import type { Call } from '#lib/http/testing/api.ts'
import { createReporting, type Reporting } from '#lib/usecases/reports/testing/reporting.ts'
import {
  commit,
  itemOf,
  minute,
  reportAt,
  rootAt,
  syncOf,
} from '#lib/usecases/reports/testing/reports.ts'

const PATH = '/applications/ieb/app1'
/** After everything that the test has changed by now, which has the real time. */
const LATER = 90
/** Before that. */
const EARLIER = -40
const ANY = { 'If-Match': '*' }

let world: Reporting
beforeEach(async () => {
  world = await createReporting()
  await world.publish(commit('1'))
})

const rollBack = (to: unknown, { headers, ...call }: Call = {}, query = '') =>
  world.api.call(`${PATH}/rollback${query}`, {
    method: 'POST',
    body: { to },
    headers: { ...ANY, ...headers },
    ...call,
  })

async function patch(body: unknown): Promise<number> {
  const answer = await world.api.call(PATH, { method: 'PATCH', body, headers: ANY })
  expect(answer.status, answer.text).toBe(200)
  return Number(answer.headers.get('berth-change'))
}

const current = async () => (await world.api.call(PATH)).json

/** The cluster says at a minute that the application runs a commit, which it synced then. */
async function runs(at: number, digit: string, root = '1', targetRevision = 'master') {
  world.setClock(LATER + at)
  const history = [syncOf(at, minute(LATER + at), commit(digit))]
  const item = itemOf('app1', { revision: commit(digit), history, targetRevision })
  await world.send(reportAt(LATER + at, [rootAt(commit(root)), item, itemOf('app2')]))
}

const at = (minutes: number) => ({ at: minute(LATER + minutes).toISOString() })

describe('POST /applications/{namespace}/{name}/rollback', () => {
  it('makes the fields what they were after a change, as a change that says so', async () => {
    const before = await current()
    await patch({ repo_branch: 'next', description: 'Edited' })
    await patch({ metadata: { common: 'true', tier: 'web' } })
    const to = { change: before.status.change }
    const dry = await rollBack(to, {}, '?dryRun=true')
    expect(dry.json).toMatchObject({ placements: { changed: 1, added: 0, removed: 0 } })
    expect((await current()).repo_branch).toBe('next')
    const done = await rollBack(to, { headers: { 'Berth-Impact': dry.json.digest } })
    expect(done.status, done.text).toBe(200)
    const { status: _, ...fields } = before
    expect(done.json).toMatchObject(fields)
    expect(done.headers.get('etag')).toBe(`"${done.headers.get('berth-change')}"`)
    const { json } = await world.api.call(`/changes/${done.headers.get('berth-change')}`)
    expect(json).toMatchObject({
      action: 'applications.rollback',
      reason: `Rolled back to what it was with change #${to.change}`,
      impact: { rollback: { to: to.change, commit: null, follows: null } },
    })
    const [deployment] = (await world.api.call('/history?application=app1&sort=-from')).json.items
    expect(deployment).toMatchObject({ version: 'master', rollback_of: to.change })
    const others = (await world.api.call('/history?application=app2')).json.items
    expect(others).toMatchObject([{ rollback_of: null }])
  })

  it('makes the fields what they were at an instant, and keeps the reason', async () => {
    await patch({ description: 'Edited' })
    const { since } = (await current()).status
    await patch({ description: 'Edited again' })
    const done = await rollBack({ at: since }, { headers: { 'Berth-Reason': 'It was better' } })
    expect(done.json).toMatchObject({ description: 'Edited' })
    const { json } = await world.api.call(`/changes/${done.headers.get('berth-change')}`)
    expect(json).toMatchObject({ reason: 'It was better' })
  })

  it('pins to the commit of that time where the fields are the same, and says so', async () => {
    await runs(1, 'a')
    await runs(5, 'b')
    const dry = await rollBack(at(3), {}, '?dryRun=true')
    expect(dry.json.warnings).toEqual([
      {
        code: 'no_longer_follows',
        message: `It is pinned to the commit ${commit('a').slice(0, 8)}, which the cluster ran then, and no longer follows master until somebody has it follow that again.`,
      },
    ])
    expect(dry.json).toMatchObject({ placements: { changed: 1 } })
    const done = await rollBack(at(3))
    expect(done.json).toMatchObject({ repo_branch: commit('a') })
    const change = Number(done.headers.get('berth-change'))
    const kept = (await world.api.call(`/changes/${change}`)).json
    expect(kept.reason).toContain(`pinned to ${commit('a').slice(0, 8)}, no longer follows master`)
    expect(kept.impact.rollback).toMatchObject({ commit: commit('a'), follows: 'master' })
  })

  it('goes from one commit to another, and to its branch when somebody has it follow that', async () => {
    const first = { change: (await current()).status.change }
    await runs(1, 'a')
    await runs(5, 'b')
    await runs(9, 'c')
    expect((await rollBack(at(6))).json).toMatchObject({ repo_branch: commit('b') })
    await patch({ description: 'Edited while pinned' })
    await patch({ description: application.description })
    const again = await rollBack(first)
    expect(again.json, again.text).toMatchObject({ repo_branch: commit('a') })
    const change = again.headers.get('berth-change')
    const { impact } = (await world.api.call(`/changes/${change}`)).json
    expect(impact.rollback).toMatchObject({ commit: commit('a'), follows: 'master' })
    expect(await rollBack(first)).toMatchObject({ status: 409, json: { code: 'rollback_same' } })
    await patch({ repo_branch: 'master' })
    expect((await current()).repo_branch).toBe('master')
  })

  it('takes for the commit of a change what was synced once that was pulled', async () => {
    const { change } = (await current()).status
    await runs(1, 'a')
    await runs(5, 'b')
    expect((await rollBack({ change })).json).toMatchObject({ repo_branch: commit('a') })
  })

  it('takes for the commit of a change that left the source what ran then', async () => {
    await runs(EARLIER, 'a')
    await runs(EARLIER + 1, 'b')
    const change = await patch({ description: 'Described' })
    await runs(9, 'c')
    expect((await rollBack({ change })).json).toMatchObject({ repo_branch: commit('b') })
  })

  it('leaves what follows versions, or did then, to its rollouts', async () => {
    const before = { change: (await current()).status.change }
    const then = { change: await patch({ follow: 'versions' }) }
    await patch({ description: 'Edited' })
    const refused = { status: 409, json: { code: 'follows_versions' } }
    expect(await rollBack(before)).toMatchObject(refused)
    await patch({ follow: 'branch' })
    expect(await rollBack(then, {}, '?dryRun=true')).toMatchObject(refused)
  })

  it('refuses where nothing would be different, or nobody knows what it was', async () => {
    const now = { change: (await current()).status.change }
    expect(await rollBack(now)).toMatchObject({ status: 409, json: { code: 'rollback_unknown' } })
    await runs(1, 'a')
    expect(await rollBack(now)).toMatchObject({ status: 409, json: { code: 'rollback_same' } })
    expect(await rollBack({ at: '2020-01-01T00:00:00Z' })).toMatchObject({
      status: 409,
      json: { code: 'rollback_unknown' },
    })
  })

  it.each([
    {},
    { change: 1, at: '2026-01-01T00:00:00Z' },
    { change: 0 },
    { change: 99_999 },
    { at: 'yesterday' },
    { change: 1, commit: 'a' },
  ])('refuses %j', async (to) => {
    const { status, json } = await rollBack(to)
    expect(status).toBe(422)
    expect(json.errors[0].pointer).toMatch(/^\/to/)
  })

  it('needs the state that was read, and the numbers that the guard asks for', async () => {
    const { change } = (await current()).status
    await patch({ metadata: { common: 'true' }, description: 'Edited' })
    const without = await world.api.call(`${PATH}/rollback`, {
      method: 'POST',
      body: { to: { change } },
    })
    expect(without.status).toBe(428)
    const stale = { headers: { 'If-Match': `"${change}"` } }
    expect(await rollBack({ change }, stale)).toMatchObject({ status: 412 })
    const seen = { headers: { 'Berth-Impact': 'another' } }
    expect(await rollBack({ change }, seen)).toMatchObject({
      status: 409,
      json: { code: 'impact_changed' },
    })
  })

  it('has one effect, however often it is sent with one key', async () => {
    const { change } = (await current()).status
    await patch({ description: 'Edited' })
    const key = { headers: { 'Idempotency-Key': 'once' } }
    const first = await rollBack({ change }, key)
    const second = await rollBack({ change }, key)
    expect(second.headers.get('berth-change')).toBe(first.headers.get('berth-change'))
  })

  it('is refused to those who may not edit the application', async () => {
    const { change } = (await current()).status
    await patch({ description: 'Edited' })
    const reader = await world.api.token('reader', { team: 'ieb' })
    expect(await rollBack({ change }, { token: reader })).toMatchObject({ status: 403 })
  })
})
