// A deleted team's name can be given again. Readers of the new team see nothing of the old one, at any moment; those who may
// read everything see both.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#lib/domain/access/actor.ts'
import type { RelatedKind } from '#lib/domain/fleet/related-kinds.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { getChangeUseCase } from '#lib/usecases/changes/read.ts'
import type { UseCase } from '#lib/usecases/define.ts'
import { ownSession } from '#lib/usecases/session.ts'
import {
  applicationDetailsUseCase,
  policyDetailsUseCase,
  teamContentsUseCase,
  teamDetailsUseCase,
} from '#lib/usecases/objects/details.ts'
import { placedUseCase } from '#lib/usecases/objects/placed.ts'
import type { GetInput } from '#lib/usecases/objects/read.ts'
import { readOverviewUseCase } from '#lib/usecases/overview/read.ts'

/** In everything that the old team owned, and in nothing else. */
const MARKER = 'formerly'
const ANY = { 'if-match': '*' }

const formerTeam = { ...team, description: MARKER, groups: [{ id: MARKER, role: 'reader' }] }
const formerApplication = { ...application, repo_path: MARKER, description: MARKER }
const formerPolicy = { ...policy, name: 'own', namespace: 'ieb', description: MARKER }
const newPolicy = { ...formerPolicy, description: '' }
const formerPlace = `/applications/ieb/${MARKER}`
const ownPlaces = ['/target-policies/own', '/applications/ieb/app1', '/teams/ieb']

let api: TestApi
let reader: string
/** The changes of the old team, including its deletion. */
const former: number[] = []
/** The moment after the last edit of what the old team owned. */
let then: string
/** The changes that created the new team, created what it owns, and edited its application. */
let born: number
let settled: number
let edited: number
/** The moment after `settled`. */
let since: string

beforeAll(async () => {
  api = await createTestApi()
  await write('POST', '/apply', [
    documentOf('cluster', cluster),
    documentOf('target-policy', policy),
  ])
  former.push(await write('POST', '/teams', formerTeam))
  former.push(await write('POST', '/applications', formerApplication))
  former.push(await write('POST', '/applications', { ...formerApplication, name: MARKER }))
  former.push(await write('POST', '/target-policies', formerPolicy))
  former.push(await write('PATCH', '/applications/ieb/app1', { repo_branch: MARKER }))
  then = await timeOf(former.at(-1)!)
  for (const place of [formerPlace, ...ownPlaces]) former.push(await write('DELETE', place))
  born = await write('POST', '/teams?freeName=true', team)
  const owned = [documentOf('application', application), documentOf('target-policy', newPolicy)]
  settled = await write('POST', '/apply', owned)
  since = await timeOf(settled)
  edited = await write('PATCH', '/applications/ieb/app1', { repo_branch: 'v2' })
  reader = await api.token('reader', { team: 'ieb' })
})

async function write(method: string, path: string, body?: unknown): Promise<number> {
  const answer = await api.call(path, { method, body, headers: ANY })
  expect(answer.status, answer.text).toBeLessThan(300)
  return Number(answer.headers.get('berth-change'))
}

const timeOf = async (change: number): Promise<string> =>
  (await api.call(`/changes/${change}`)).json.at

const pair = `/placements/ieb/app1/${cluster.name}`
const single = [...ownPlaces, pair]
const formerSingle = [...single, formerPlace, `/placements/ieb/${MARKER}/${cluster.name}`]
const lists = ['/teams', '/applications', '/target-policies', '/placements', '/history', '/changes']
const filters: Readonly<Record<string, readonly string[]>> = {
  '/applications': ['labelSelector=common%3Dtrue', 'q=formerly', 'sort=-since'],
  '/target-policies': ['q=formerly'],
  '/placements': ['namespace=ieb', 'policy=own', `cluster=${cluster.name}`, 'q=app1'],
  '/history': ['namespace=ieb', 'q=formerly', `cluster=${cluster.name}`, 'change=3', 'sort=from'],
  '/changes': ['namespace=ieb', 'name=ieb', 'kind=application', 'kind=team'],
}
const queries = lists.flatMap((list) =>
  ['limit=50', ...(filters[list] ?? [])].flatMap((filter) =>
    ['', 'format=csv'].map((format) => [list, [filter, format].filter(Boolean).join('&')]),
  ),
)
describe('by the name of a team that was given again', () => {
  it.each(formerSingle)('%s is absent for the team’s readers before its birth', async (path) => {
    const ofAll = await api.call(`${path}?at=${then}`)
    expect(ofAll.status, ofAll.text).toBe(200)
    expect((await api.call(`${path}?at=${then}`, { token: reader })).status).toBe(404)
    const { json } = await api.call(path, { token: reader })
    expect(JSON.stringify({ ...json, detail: '', instance: '' })).not.toContain(MARKER)
  })

  it.each(queries)('%s?%s lists nothing of the team before', async (list, query) => {
    const past = await api.call(`${list}?${query}&at=${then}`, { token: reader })
    expect(past.status, past.text).toBe(200)
    expect(past.text).not.toMatch(new RegExp(`${MARKER}|ieb`))
    const now = await api.call(`${list}?${query}`, { token: reader })
    expect(now.status, now.text).toBe(200)
    expect(now.text).not.toContain(MARKER)
  })

  it.each(lists)(
    '%s counts nothing of it either, and counts all for who reads all',
    async (list) => {
      const total = async (token?: string) =>
        (await api.call(`${list}?at=${then}`, token === undefined ? {} : { token })).json.total
      // One change made a cluster and the platform's policy.
      const platform = list === '/target-policies' || list === '/changes' ? 1 : 0
      expect(await total(reader)).toBe(platform)
      expect(await total()).toBeGreaterThan(platform)
    },
  )

  it('each change of it is absent, and stays for who reads all', async () => {
    for (const id of former) {
      expect((await api.call(`/changes/${id}`)).status).toBe(200)
      expect((await api.call(`/changes/${id}`, { token: reader })).status, `${id}`).toBe(404)
    }
  })

  it('its labels are in no completion', async () => {
    for (const query of ['kind=application', 'kind=application&key=common']) {
      const { text } = await api.call(`/label-values?${query}`, { token: reader })
      expect(text).not.toContain(MARKER)
    }
    expect((await api.call('/audit', { token: reader })).status).toBe(404)
  })

  it('those who read everything read it as it was', async () => {
    const all = await api.token('reader')
    const paths = [...ownPlaces, '/applications', '/target-policies', '/teams', '/history']
    for (const path of paths) {
      expect((await api.call(`${path}?at=${then}`, { token: all })).text, path).toContain(MARKER)
    }
    const { json } = await api.call(`/placements?at=${then}`, { token: all })
    expect(json.items).toHaveLength(2)
    expect(json.items[0]).toMatchObject({ policies: ['app1_to_east', 'own'] })
  })

  it('the team’s readers see its own past, from its creation on', async () => {
    for (const path of single) {
      expect((await api.call(`${path}?at=${since}`, { token: reader })).status, path).toBe(200)
    }
    const { json } = await api.call(`/applications/ieb/app1?at=${since}`, { token: reader })
    expect(json).toMatchObject({ repo_branch: 'master' })
    const versions = (await api.call('/history?sort=from', { token: reader })).json
    expect(versions.items.map((row: { version: string }) => row.version)).toEqual(['master', 'v2'])
    expect(versions.total).toBe(2)
    for (const id of [born, settled, edited]) {
      expect((await api.call(`/changes/${id}`, { token: reader })).status).toBe(200)
    }
    for (const list of ['/teams', '/applications', '/placements']) {
      expect((await api.call(`${list}?at=${since}`, { token: reader })).json.total, list).toBe(1)
    }
  })
})

const name = (text: string) => ({ name: text })
const pages = [
  ['team', teamDetailsUseCase, name('ieb')],
  ['application', applicationDetailsUseCase, { ...name('app1'), namespace: 'ieb' }],
  ['target-policy', policyDetailsUseCase, name('own')],
] as const
type Details = (typeof pages)[number][1]

/** All that the page of an object reads of it. */
async function show(kind: RelatedKind, details: Details, actor: Actor, input: GetInput) {
  const invoke = <Input, Output>(useCase: UseCase<Input, Output>, asked: Input) =>
    useCase.invoke(api.services, ownSession(api.tenant, actor), asked)
  return {
    details: await invoke<GetInput, unknown>(details, input),
    placed: await invoke(placedUseCase, { kind, ...input }),
    contents: kind === 'team' ? await invoke(teamContentsUseCase, input) : null,
  }
}

describe('on pages', () => {
  const ines = actorOf({ kind: 'person', id: 'ines', teams: new Map([['ieb', 'contributor']]) })
  const admin = actorOf({ role: 'admin' })

  it.each(pages)(
    'that of a kind %s tells a person of the new team nothing of the one before',
    async (kind, details, ref) => {
      const at = new Date(then)
      await expect(show(kind, details, ines, { ref, at })).rejects.toMatchObject({
        kind: 'not_found',
      })
      expect(JSON.stringify(await show(kind, details, admin, { ref, at }))).toContain(MARKER)
      const now = JSON.stringify(await show(kind, details, ines, { ref, at: null }))
      expect(now).toContain('app1')
      expect(now).not.toContain(MARKER)
    },
  )

  it('what a policy of the team before selected is counted for who reads all', async () => {
    const shown = await policyDetailsUseCase.invoke(api.services, ownSession(api.tenant, admin), {
      ref: name('own'),
      at: new Date(then),
    })
    expect(shown).toMatchObject({ matches: { applications: 2, clusters: 1 } })
  })

  it('the overview tells what changed since its birth', async () => {
    const session = ownSession(api.tenant, ines)
    const { changes, counts } = await readOverviewUseCase.invoke(api.services, session, {
      environment: null,
    })
    expect(changes.map(({ id }) => id)).toEqual([edited, settled, born, 1])
    expect(counts).toMatchObject({ team: { total: 1 }, application: { total: 1 } })
  })
})

describe('a policy that goes from one team to another', () => {
  it('shows each team what it was while it was theirs', async () => {
    const own = await createTestApi()
    const call = (path: string, options: object) => own.call(path, { headers: ANY, ...options })
    for (const made of ['ieb', 'other']) await call('/teams', { body: { name: made } })
    await call('/target-policies', { body: formerPolicy })
    const body = { namespace: 'other', description: 'theirs now' }
    const moved = await call('/target-policies/own', { method: 'PATCH', body })
    const id = Number(moved.headers.get('berth-change'))
    const seenBy = async (reader: string) => {
      const session = ownSession(own.tenant, actorOf({ teams: new Map([[reader, 'reader']]) }))
      return (await getChangeUseCase.invoke(own.services, session, { id })).edited
    }
    expect(await seenBy('ieb')).toMatchObject([{ before: { description: MARKER }, after: null }])
    expect(await seenBy('other')).toMatchObject([
      { before: null, after: { description: 'theirs now' } },
    ])
  })
})
