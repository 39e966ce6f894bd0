// Versions of applications: announced, numbered, found again, and whether each is everywhere.
import { beforeAll, describe, expect, it } from 'vitest'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { application, cluster } from '#lib/http/testing/bodies.ts'
import { createReporting, type Reporting } from '#lib/usecases/reports/testing/reporting.ts'
import { commit, itemOf, reportAt, rootAt } from '#lib/usecases/reports/testing/reports.ts'
import { ownSession } from '#lib/usecases/session.ts'

const PATH = '/applications/ieb/app1/versions'

let world: Reporting
beforeAll(async () => {
  world = await createReporting(2)
})

const call = (path: string, ...rest: [Parameters<Reporting['api']['call']>[1]?]) =>
  world.api.call(path, ...rest)
const announce = (body: object, query = '', path = PATH) => call(`${path}${query}`, { body })
const get = async (path: string) => (await call(path)).json
const target = (name: string, environment: string, repo_path: string) => ({
  name,
  environment,
  repo_path,
})

describe('announcing a version', () => {
  it('numbers it, keeps its whole source, and changes nothing else', async () => {
    const before = (await get('/changes')).total
    const body = {
      commit: commit('1'),
      name: 'v1',
      url: 'https://ci.example.com/run/7',
      built_at: '2026-11-22T10:00:00+02:00',
      source_commit: commit('f'),
    }
    const dry = await announce(body, '?dryRun=true')
    expect(dry).toMatchObject({ status: 200, json: { number: 1, name: 'v1' } })
    expect(await get(PATH)).toMatchObject({ total: 0 })
    const answer = await announce(body)
    expect(answer).toMatchObject({
      status: 201,
      json: {
        ...body,
        number: 1,
        repo_url: application.repo_url,
        repo_path: application.repo_path,
        targets: {},
        built_at: '2026-11-22T08:00:00.000Z',
        announced_by: { kind: 'token' },
        status: { running: [] },
      },
    })
    expect(answer.headers.get('location')).toBe(`/api/v1${PATH}/1`)
    expect(answer.headers.has('berth-change')).toBe(false)
    expect((await get('/changes')).total).toBe(before)
    const [event] = (await get('/audit?limit=1')).items
    expect(event).toMatchObject({ action: 'versions.announce', object: 'version/ieb/app1/1' })
  })

  it('again is the same number, whatever else is said', async () => {
    const again = await announce({ commit: commit('1'), name: 'another' })
    expect(again).toMatchObject({ status: 200, json: { number: 1, name: 'v1' } })
  })

  it('of the same commit with other paths is another version', async () => {
    const target = { early: 'manifest/app1/early' }
    const elsewhere = { commit: commit('1'), name: 'v1-early', targets: target }
    expect(await announce(elsewhere)).toMatchObject({ status: 201, json: { number: 2 } })
    expect(await announce(elsewhere)).toMatchObject({ status: 200, json: { number: 2 } })
    const moved = { commit: commit('1'), repo_path: 'elsewhere' }
    expect(await announce(moved)).toMatchObject({
      status: 201,
      json: { number: 3, repo_path: 'elsewhere' },
    })
  })

  it('is refused under a name that another has', async () => {
    const taken = await announce({ commit: commit('2'), name: 'v1' })
    expect(taken).toMatchObject({ status: 409, json: { code: 'version_name_taken' } })
    const elsewhere = '/applications/ieb/app2/versions'
    const other = await announce({ commit: commit('2'), name: 'v1' }, '', elsewhere)
    expect(other).toMatchObject({ status: 201, json: { number: 1 } })
  })

  it('doesn’t follow the application when that moves', async () => {
    const patch = { method: 'PATCH', headers: { 'If-Match': '*' } }
    await call('/applications/ieb/app1', { ...patch, body: { repo_path: 'moved' } })
    expect(await get(`${PATH}/1`)).toMatchObject({ repo_path: application.repo_path })
    const again = await announce({ commit: commit('1') })
    expect(again).toMatchObject({ status: 201, json: { number: 4, repo_path: 'moved' } })
  })

  it.each<[string, object]>([
    ['bad_commit', { commit: 'a'.repeat(7) }],
    ['bad_commit', { commit: 'a'.repeat(39) }],
    ['bad_commit', { commit: 'a'.repeat(41) }],
    ['bad_commit', { commit: 'A'.repeat(40) }],
    ['bad_commit', { commit: `${commit('a')}\n` }],
    ['bad_commit', { commit: 'main' }],
    ['bad_commit', { commit: commit('a'), source_commit: 'abcdef1' }],
    ['version_name_format', { commit: commit('a'), name: '../x' }],
    ['version_name_format', { commit: commit('a'), name: 'a'.repeat(129) }],
    ['version_name_format', { commit: commit('a'), name: '' }],
    ['version_name_format', { commit: commit('a'), name: 'v1\u202e' }],
    ['version_name_format', { commit: commit('a'), name: '\u05d0' }],
    ['version_name_format', { commit: commit('a'), name: 'v1\n' }],
    ['link_format', { commit: commit('a'), url: 'javascript:alert(1)' }],
    ['link_format', { commit: commit('a'), url: 'https://me:secret@ci.example.com' }],
    ['path_format', { commit: commit('a'), repo_path: '../x' }],
    ['name_format', { commit: commit('a'), targets: { 'Not a name': 'x' } }],
    ['name_format', { commit: commit('a'), targets: { 'prod/early/': 'x' } }],
    ['path_format', { commit: commit('a'), targets: { 'prod/early': '/x' } }],
    ['unknown_field', { commit: commit('a'), number: 9 }],
    ['required', {}],
  ])('is refused as %s: %j', async (code, body) => {
    expect(await announce(body)).toMatchObject({ status: 422, json: { code } })
  })

  it('is refused unread with a name of 10 MB', async () => {
    const body = { commit: commit('a'), name: 'a'.repeat(10_000_000) }
    expect(await announce(body)).toMatchObject({ status: 413, json: { code: 'too_large' } })
  })
})

describe('the targets of a version', () => {
  const of = '/applications/ieb/targeted'
  it('are as announced, or else the application’s, and stay when these are others', async () => {
    const { environment } = cluster
    await call('/environments', { body: { name: 'qa' } })
    const targets = [
      target('early', environment, 'early'),
      target('early', 'qa', 'qa-early'),
      target('late', 'qa', 'late'),
    ]
    const saved = await call('/applications', {
      body: { ...application, name: 'targeted', targets },
    })
    expect(saved.status, saved.text).toBe(201)
    const said = { commit: commit('1'), targets: { 'qa/early': 'said', later: 'later' } }
    const kept = { 'qa/early': 'said', early: 'early', late: 'late', later: 'later' }
    const tried = await announce(said, '?dryRun=true', `${of}/versions`)
    expect(tried).toMatchObject({ status: 200, json: { targets: kept } })
    const first = await announce(said, '', `${of}/versions`)
    expect(first).toMatchObject({ status: 201, json: { number: 1, targets: kept } })
    expect(await announce(said, '', `${of}/versions`)).toMatchObject({ status: 200 })
    await call(of, {
      method: 'PATCH',
      body: { targets: targets.slice(0, 1) },
      headers: { 'If-Match': '*' },
    })
    expect((await get(`${of}/versions/1`)).targets).toEqual(kept)
    const again = await announce(said, '', `${of}/versions`)
    expect(again).toMatchObject({ status: 201, json: { number: 2 } })
    expect(again.json.targets).toEqual({ 'qa/early': 'said', early: 'early', later: 'later' })
  })
})

describe('versions', () => {
  it('are listed, newest first unless sorted, and found by number, name and commit', async () => {
    const numbers = async (query: string) =>
      (await get(`${PATH}?${query}`)).items.map(({ number }: { number: number }) => number)
    expect(await numbers('')).toEqual([4, 3, 2, 1])
    expect(await numbers('sort=number&limit=2')).toEqual([1, 2])
    expect(await numbers('q=early')).toEqual([2])
    const { announced_at: at } = await get(`${PATH}/2`)
    expect(await numbers(`at=${at}`)).toEqual([2, 1])
    for (const [ref, number] of [
      ['2', 2],
      ['v1', 1],
      [commit('1'), 4],
      ['1111111', 4],
    ] as const) {
      expect(await get(`${PATH}/${ref}`), ref).toMatchObject({ number })
    }
    for (const ref of ['9', 'v9', commit('9'), '111111']) {
      expect(await call(`${PATH}/${ref}`), ref).toMatchObject({ status: 404 })
    }
  })
})

const NAMES = ['second', 'third', 'fourth', 'fifth']

/** What app1 runs on each cluster; null: the cluster is never heard of. */
async function run(on: Readonly<Record<string, readonly [string, string?] | null>>) {
  for (const [name, runs] of Object.entries(on)) {
    if (runs === null) continue
    const [revision, health = 'Healthy'] = runs
    const item = itemOf('app1', { revision: commit(revision), health } as object)
    const as = ownSession(world.api.tenant, actorOf({ cluster: name }))
    world.setClock(59)
    await world.send(reportAt(59, [rootAt(commit('0')), item]), as, name)
  }
}

const runningOf = (digit: string) => `/placements?application=app1&revision=${commit(digit)}`

describe('whether a version is everywhere', () => {
  beforeAll(async () => {
    world = await createReporting(1)
    for (const name of NAMES) await call('/clusters', { body: { ...cluster, name } })
    await world.publish(commit('0'))
    for (const [digit, name] of [
      ['a', 'v1'],
      ['b', 'v2'],
      ['c', 'v3'],
    ] as const) {
      const body = { commit: commit(digit), name, source_commit: commit(digit === 'a' ? 'e' : 'f') }
      expect((await announce(body)).status).toBe(201)
    }
    await run({
      [cluster.name]: ['a'],
      second: ['b'],
      third: ['c', 'Degraded'],
      fourth: ['d'],
      fifth: null,
    })
  })

  it('counts those that run it or a later one, of which the order is known', async () => {
    expect(await get(`${PATH}/v2/compliance?by=cluster`)).toMatchObject({
      number: 2,
      name: 'v2',
      commit: commit('b'),
      total: 5,
      succeeded: 1,
      failed: 1,
      in_progress: 2,
      unknown: 1,
      items: [
        { key: 'third', failed: 1 },
        { key: 'fifth', unknown: 1 },
        { key: cluster.name, in_progress: 1 },
        { key: 'fourth', in_progress: 1 },
        { key: 'second', succeeded: 1 },
      ],
    })
    expect(await get(`${PATH}/1/compliance`)).toMatchObject({ succeeded: 2, in_progress: 1 })
    expect(await get(`${PATH}/1`)).toMatchObject({
      status: { running: [{ environment: 'non-prod', clusters: 1, silent: 0 }] },
    })
  })

  it('leads to the placements that run it', async () => {
    expect(await get(runningOf('b'))).toMatchObject({ total: 1, items: [{ cluster: 'second' }] })
    expect(await get(`${runningOf('c')}&state=degraded`)).toMatchObject({ total: 1 })
    expect(await get(`${runningOf('c')}&state=healthy`)).toMatchObject({ total: 0 })
    expect(await get(runningOf('9'))).toMatchObject({ total: 0, items: [] })
    expect(await call('/placements?revision=abcdef1')).toMatchObject({ status: 400 })
  })

  it('is answered for its commit, and for the one that it was built of', async () => {
    const [of, ...others] = (await get(`/commits/${commit('b')}/compliance`)).versions
    expect([of, others]).toEqual([
      { namespace: 'ieb', application: 'app1', number: 2, name: 'v2', commit: commit('b') },
      [],
    ])
    const built = await get('/commits/fffffff/compliance')
    expect(built).toMatchObject({
      commit: commit('f'),
      changes: null,
      total: 5,
      succeeded: 1,
      failed: 1,
      versions: [{ name: 'v2' }, { name: 'v3' }],
    })
  })

  it('tells nobody of what they may not see', async () => {
    await call('/teams', { body: { name: 'other' } })
    const token = await world.api.token('contributor', { team: 'other' })
    for (const path of [PATH, `${PATH}/1`, `${PATH}/1/compliance`, '/commits/fffffff/compliance']) {
      expect(await call(path, { token }), path).toMatchObject({ status: 404 })
    }
    const body = { commit: commit('9') }
    expect(await call(PATH, { body, token })).toMatchObject({ status: 404 })
  })
})
