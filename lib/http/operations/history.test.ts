import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { PLAIN_WRITE } from '#lib/usecases/changes/write-options.ts'
import { ownSession } from '#lib/usecases/session.ts'
import { teams } from '#lib/usecases/objects/use-cases.ts'

type Row = Record<string, unknown>

let api: TestApi
let changes: readonly number[]

const ANY = { 'if-match': '*' }

/** What begins, goes on with another version, ends and begins again, of two teams. */
const STEPS: readonly (readonly [string, string, unknown])[] = [
  [
    'POST',
    '/apply',
    [
      documentOf('team', team),
      documentOf('team', { name: 'other' }),
      documentOf('application', application),
      documentOf('application', { ...application, namespace: 'other' }),
      documentOf('cluster', cluster),
      documentOf('cluster', { name: 'east-2', metadata: { region: 'east' } }),
      documentOf('target-policy', policy),
    ],
  ],
  ['PATCH', '/applications/ieb/app1', { repo_branch: 'v2' }],
  ['PATCH', '/clusters/east-2', { metadata: { region: 'west' } }],
  ['PATCH', '/applications/other/app1', { repo_branch: 'v2', metadata: { common: 'false' } }],
  ['PATCH', '/applications/ieb/app1', { description: 'The same version' }],
  ['PATCH', '/clusters/east-2', { metadata: { region: 'east' } }],
  ['DELETE', '/applications/ieb/app1', undefined],
  ['POST', '/applications', application],
]

beforeAll(async () => {
  api = await createTestApi()
  const made: number[] = []
  for (const [method, path, body] of STEPS) {
    const answer = await api.call(path, { method, body, headers: ANY })
    expect(answer.status, answer.text).toBeLessThan(300)
    made.push(Number(answer.headers.get('berth-change')))
  }
  changes = made
})

async function historyOf(query: string, token?: string): Promise<Row[]> {
  const { json } = await api.call(`/history?sort=from${query}`, token ? { token } : {})
  expect(json.total).toBe(json.items.length)
  return json.items
}

const movedBy = (change: number) => (row: Row) =>
  row['change'] === change || row['ended_by'] === change

describe('the history of one change', () => {
  it('is what it began and what it ended, removals first', async () => {
    const all = await historyOf('')
    for (const change of changes) {
      const moved = all.filter(movedBy(change))
      expect(await historyOf(`&change=${change}`)).toEqual(moved)
      const ended = moved.map((row) => row['ended_by'] === change)
      expect(ended).toEqual(ended.toSorted((a, b) => Number(b) - Number(a)))
    }
    const counts = changes.map((change) => all.filter(movedBy(change)).length)
    expect(counts).toEqual([4, 4, 2, 1, 0, 1, 2, 2])
    expect(await historyOf('&change=999')).toEqual([])
  })

  it('is the same as of any other change, and nothing before its own', async () => {
    for (const asOf of changes) {
      const { at } = (await api.call(`/changes/${asOf}`)).json
      const then = await historyOf(`&at=${at}`)
      for (const change of changes) {
        const moved = then.filter(movedBy(change))
        expect(await historyOf(`&change=${change}&at=${at}`)).toEqual(moved)
      }
    }
  })

  it('goes a page at a time and with the other filters', async () => {
    const whole = await historyOf(`&change=${changes[0]}`)
    const first = (await api.call(`/history?sort=from&limit=3&change=${changes[0]}`)).json
    const path = `/history?sort=from&change=${changes[0]}&continue=${first.continue}`
    const second = (await api.call(path)).json
    expect([...first.items, ...second.items]).toEqual(whole)
    const other = whole.filter(({ namespace }) => namespace === 'other')
    expect(await historyOf(`&change=${changes[0]}&namespace=other`)).toEqual(other)
  })

  it('shows whoever may read one team what is of that team', async () => {
    const token = await api.token('reader', { team: 'other' })
    for (const change of changes) {
      const theirs = (await historyOf(`&change=${change}`)).filter(
        ({ namespace }) => namespace === 'other',
      )
      expect(await historyOf(`&change=${change}`, token)).toEqual(theirs)
    }
  })

  it.each(['0', '-1', '1.5', 'x', '9999999999999999'])('refuses the number %s', async (text) => {
    const answer = await api.call(`/history?change=${text}`)
    expect(answer).toMatchObject({ status: 400, json: { code: 'param_change' } })
  })
})

const names = (rows: readonly Row[]) =>
  rows.map(({ namespace, cluster, change }) => [namespace, cluster, change])

describe('the history of some labels, outcomes and times', () => {
  it('is of the clusters and applications that have the labels at the end of the range', async () => {
    const all = await historyOf('')
    const onEast2 = all.filter(({ cluster }) => cluster === 'east-2')
    expect(names(await historyOf('&clusterSelector=name%3Deast-2'))).toEqual(names(onEast2))
    expect(await historyOf('&environment=nowhere')).toEqual([])
    const ofOther = all.filter(({ namespace }) => namespace === 'other')
    expect(names(await historyOf('&appSelector=common%3Dfalse'))).toEqual(names(ofOther))
    // Which had that label before the fourth change.
    const { at } = (await api.call(`/changes/${changes[2]}`)).json
    const then = await historyOf(`&appSelector=common%3Dtrue&to=${at}`)
    expect(new Set(then.map(({ namespace }) => namespace))).toEqual(new Set(['ieb', 'other']))
  })

  it('is of what began in the range alone, if that is asked', async () => {
    const { at } = (await api.call(`/changes/${changes[1]}`)).json
    const begun = (await historyOf('')).filter(({ from }) => String(from) >= at)
    expect(begun.length).toBeGreaterThan(2)
    expect(await historyOf(`&begun=true&from=${at}`)).toEqual(begun)
    expect((await historyOf(`&from=${at}`)).length).toBeGreaterThan(begun.length)
    const paged = (await api.call(`/history?sort=-from&limit=2&begun=true&from=${at}`)).json
    expect(paged).toMatchObject({ total: begun.length })
    expect(paged.items.map(({ change }: Row) => change)).toEqual([8, 8])
  })

  it('is of the outcomes that rows have, where the other filters say of how many that is asked', async () => {
    const all = await historyOf('')
    const one = '&application=app1'
    expect(await historyOf(`${one}&outcome=unknown,superseded`)).toEqual(all)
    expect(await historyOf(`${one}&outcome=succeeded`)).toEqual([])
    expect(await historyOf('&begun=true&from=2020-01-01&outcome=unknown')).toEqual(
      all.filter(({ outcome }) => outcome === 'unknown'),
    )
    for (const query of [
      'outcome=failed',
      'outcome=failed&begun=true',
      'outcome=failed&from=2020-01-01',
    ]) {
      const refused = await api.call(`/history?${query}`)
      expect(refused).toMatchObject({ status: 400, json: { code: 'param_outcome' } })
    }
  })
})

describe('changes by who made them', () => {
  beforeAll(async () => {
    const actor = {
      kind: 'person',
      id: 'someone',
      name: 'Ada Admin',
      email: 'Countess@example.com',
      role: 'admin',
      teams: new Map(),
      groups: [],
      cluster: null,
      registers: false,
      announces: null,
      schedules: null,
      tellsOfRepository: false,
    } as const
    const session = ownSession(api.tenant, actor)
    await teams.create.invoke(api.services, session, {
      body: { name: 'hers' },
      options: PLAIN_WRITE,
    })
  })

  it.each([
    ['test admin', 8],
    ['TEST ad', 8],
    ['reader', 0],
    ['ada', 1],
    ['countess@EXAMPLE', 1],
    ['someone', 1],
    ['some', 0],
    ['%', 0],
  ])('%s finds %d', async (actor, count) => {
    const path = `/changes?actor=${encodeURIComponent(actor)}`
    expect((await api.call(path)).json.total).toBe(count)
  })
})
