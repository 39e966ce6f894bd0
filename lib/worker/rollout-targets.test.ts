// A version on its way to clusters on which its application has targets: in waves of these, each with its directory.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inconsistencies } from '#db/testing/consistency.ts'
import { act, commitOf, rollout } from '#lib/http/testing/rollouts.ts'
import { application, cluster, policy, save, team } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'
import { carryOn, conduct, sourcesOn } from './testing/rollouts.ts'

const PROD = ['p1', 'p2', 'p3', 'p4']
const APPLICATION = '/applications/ieb/app1'

const target = (name: string, directory: string, environment = 'prod') => ({
  name,
  environment,
  repo_path: directory,
})

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher()
  await save(publisher, 'POST', '/teams', team('ieb'))
  for (const name of PROD) await save(publisher, 'POST', '/clusters', cluster(name))
  await save(publisher, 'POST', '/clusters', cluster('q1', 'east', 'qa'))
  await save(publisher, 'POST', '/environments', { name: 'qa', waves: [] })
  await save(publisher, 'POST', '/environments', {
    name: 'prod',
    waves: [
      { name: 'early-adopters', target: 'early' },
      { name: 'one-of-late', target: 'late', size: 1 },
    ],
  })
  const targets = [
    target('early', 'manifest/app1/early'),
    target('late', 'manifest/app1/late'),
    target('early', 'manifest/app1/qa-early', 'qa'),
  ]
  await save(publisher, 'POST', '/applications', application('app1', { targets }))
  await save(publisher, 'POST', '/target-policies', policy())
  await targeted('to_early', 'early', ['p1', 'q1'])
  await targeted('to_late', 'late', ['p2', 'p3'])
  await save(publisher, 'PATCH', APPLICATION, { follow: 'versions' })
  await publisher.publish()
})
afterEach(async () => {
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  expect(await filesOn(publisher.directory, 'main')).toEqual(await expectedFiles(publisher, 'main'))
  await publisher.close()
})

const selecting = (clusters: readonly string[]) => `name in (${clusters.join(',')})`

function targeted(name: string, target: string, clusters: readonly string[]) {
  return save(publisher, 'POST', '/target-policies', {
    ...policy(name, selecting(clusters)),
    target,
  })
}

async function announce(digit: string, more: object = {}) {
  const body = { commit: commitOf(digit), name: `v${digit}`, ...more }
  const answer = await publisher.call(`${APPLICATION}/versions`, { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.json
}

const rollOut = (version: string, environment = 'prod', query = '') =>
  publisher.call(`/rollouts${query}`, {
    body: { namespace: 'ieb', application: 'app1', environment, version },
  })

/** Starts a rollout and carries it to its end. */
async function rolledOut(version: string, environment = 'prod'): Promise<number> {
  const answer = await rollOut(version, environment)
  expect(answer.status, answer.text).toBe(201)
  await carryOn(publisher)
  expect(await rollout(publisher, answer.json.id)).toMatchObject({ state: 'completed' })
  return answer.json.id
}

/** Each in another directory. */
const NEW_TARGETS = [
  target('early', 'new/early'),
  target('late', 'new/late'),
  target('early', 'new/qa-early', 'qa'),
]

/** What everything has from version 1, once it is there. */
const FIRST = {
  p1: '1 v1/early',
  p2: '1 manifest/app1/late',
  p3: '1 manifest/app1/late',
  p4: '1 manifest/app1',
}
const BRANCH = {
  p1: 'master manifest/app1/early',
  p2: 'master manifest/app1/late',
  p3: 'master manifest/app1/late',
  p4: 'master manifest/app1',
}

describe('a version', () => {
  it('goes to the early adopters first, to one of another target next, and to each with its directory', async () => {
    expect(await sourcesOn(publisher, PROD)).toEqual(BRANCH)
    await announce('1', { targets: { early: 'v1/early' } })
    const preview = (await rollOut('v1', 'prod', '?dryRun=true')).json
    expect(preview.warnings).toEqual([])
    expect(preview.waves).toMatchObject([
      {
        name: 'early-adopters',
        clusters: 1,
        targets: [{ name: 'early', clusters: 1, repo_path: 'v1/early' }],
      },
      {
        name: 'one-of-late',
        clusters: 1,
        targets: [{ name: 'late', clusters: 1, repo_path: 'manifest/app1/late' }],
      },
      {
        name: 'rest',
        clusters: 2,
        targets: [{ name: 'late', clusters: 1, repo_path: 'manifest/app1/late' }],
      },
    ])
    const { id } = (await rollOut('v1')).json
    await conduct(publisher)
    await publisher.publish()
    expect(await sourcesOn(publisher, PROD)).toEqual({ ...BRANCH, p1: FIRST.p1 })
    const { change } = (await rollout(publisher, id)).waves[0]
    expect((await publisher.call(`/changes/${change}`)).json).toMatchObject({
      impact: { placements: { changed: 1 }, digest: preview.waves[0].digest },
    })
    await conduct(publisher)
    await publisher.publish()
    const second = Object.values(await sourcesOn(publisher, ['p2', 'p3']))
    expect(new Set(second)).toEqual(new Set([FIRST.p2, BRANCH.p2]))
    await carryOn(publisher)
    expect(await sourcesOn(publisher, PROD)).toEqual(FIRST)
    expect(await rollout(publisher, id)).toMatchObject({ state: 'completed' })
  })

  it('goes to each environment with the directories of its targets there, from one announcement', async () => {
    const { targets } = await announce('1')
    expect(targets).toEqual({
      'qa/early': 'manifest/app1/qa-early',
      'prod/early': 'manifest/app1/early',
      late: 'manifest/app1/late',
    })
    await rolledOut('v1', 'qa')
    await rolledOut('v1')
    expect(await sourcesOn(publisher, ['q1', 'p1', 'p2'])).toEqual({
      q1: '1 manifest/app1/qa-early',
      p1: '1 manifest/app1/early',
      p2: '1 manifest/app1/late',
    })
  })

  it('keeps its directories when those of the application are others, which the next one takes', async () => {
    await announce('1', { targets: { early: 'v1/early' } })
    await rolledOut('v1')
    const before = await publisher.tree()
    const body = { targets: NEW_TARGETS }
    const headers = { 'if-match': '*' }
    const shown = await publisher.call(`${APPLICATION}?dryRun=true`, {
      method: 'PATCH',
      body,
      headers,
    })
    expect(shown.json.warnings).toMatchObject([{ code: 'takes_effect_with_next_version' }])
    await save(publisher, 'PATCH', APPLICATION, body)
    await publisher.publish()
    expect(await publisher.tree()).toBe(before)
    await announce('2')
    await rolledOut('v2')
    expect(await sourcesOn(publisher, PROD)).toEqual({
      p1: '2 new/early',
      p2: '2 new/late',
      p3: '2 new/late',
      p4: '2 manifest/app1',
    })
  })

  it('gives a cluster that moves to another target the directory that it has for that, which changes its placement', async () => {
    await announce('1', { targets: { early: 'v1/early', late: 'v1/late' } })
    await rolledOut('v1')
    await save(publisher, 'PATCH', '/target-policies/to_early', {
      cluster_selector: selecting(['q1']),
    })
    await publisher.publish()
    expect(await sourcesOn(publisher, ['p1'])).toEqual({ p1: '1 manifest/app1' })
    const body = { cluster_selector: selecting(['p1', 'p2', 'p3']) }
    const shown = await publisher.call('/target-policies/to_late?dryRun=true', {
      method: 'PATCH',
      body,
      headers: { 'if-match': '*' },
    })
    expect(shown.json).toMatchObject({
      placements: { added: 0, removed: 0, changed: 1 },
      items: [{ effect: 'changed', target: { before: null, after: 'late' } }],
    })
    await save(publisher, 'PATCH', '/target-policies/to_late', body)
    await publisher.publish()
    expect(await sourcesOn(publisher, ['p1', 'p2'])).toEqual({ p1: '1 v1/late', p2: '1 v1/late' })
  })
})

describe('a rollout', () => {
  it.each([1, 2])(
    'that is rolled back after wave %i leaves the directories of before',
    async (waves) => {
      await announce('1', { targets: { early: 'v1/early' } })
      await rolledOut('v1')
      const before = await publisher.tree()
      await announce('2', { targets: { early: 'v2/early', late: 'v2/late' } })
      const { id } = (await rollOut('v2')).json
      await conduct(publisher)
      await publisher.publish()
      expect(await sourcesOn(publisher, PROD)).toEqual({ ...FIRST, p1: '2 v2/early' })
      if (waves === 2) {
        await conduct(publisher)
        await publisher.publish()
      }
      expect(await act(publisher, id, 'rollback')).toMatchObject({ status: 200 })
      await carryOn(publisher)
      expect(await sourcesOn(publisher, PROD)).toEqual(FIRST)
      expect(await publisher.tree()).toBe(before)
    },
  )

  it.each([
    ['a version', 'v1'],
    ['the branch', null],
  ])('that is completed is rolled back to the directories of %s', async (_, first) => {
    if (first !== null) {
      await announce('1', { targets: { early: 'v1/early' } })
      await rolledOut(first)
    }
    const before = await publisher.tree()
    await announce('2', { targets: { early: 'v2/early', late: 'v2/late' } })
    const id = await rolledOut('v2')
    await save(publisher, 'PATCH', APPLICATION, { targets: NEW_TARGETS })
    expect(await act(publisher, id, 'rollback')).toMatchObject({ status: 201 })
    await carryOn(publisher)
    expect(await sourcesOn(publisher, PROD)).toEqual(first === null ? BRANCH : FIRST)
    expect(await publisher.tree()).toBe(before)
  })

  it('skips a wave of a target that its application doesn’t have there, and says so before it starts', async () => {
    await save(publisher, 'DELETE', '/target-policies/to_early')
    await save(publisher, 'PATCH', APPLICATION, {
      targets: [target('late', 'manifest/app1/late'), target('early', 'x', 'qa')],
    })
    await announce('1')
    const preview = (await rollOut('v1', 'prod', '?dryRun=true')).json
    expect(preview.warnings).toEqual([
      {
        code: 'no_target',
        message:
          'Wave early-adopters is skipped: it is for clusters with a target of app1, and it has no target early in prod.',
      },
    ])
    expect(preview.waves[0]).toMatchObject({ clusters: 0 })
    expect(preview.waves[0]).not.toHaveProperty('targets')
    const id = await rolledOut('v1')
    expect((await rollout(publisher, id)).waves).toMatchObject([
      { name: 'early-adopters', state: 'skipped' },
      { name: 'one-of-late', state: 'passed', clusters: 1 },
      { name: 'rest', state: 'passed' },
    ])
  })

  it('skips a wave of a target that no policy gives its application there, and says so before it starts', async () => {
    await save(publisher, 'DELETE', '/target-policies/to_early')
    await targeted('to_early', 'early', ['q1'])
    await announce('1')
    const preview = (await rollOut('v1', 'prod', '?dryRun=true')).json
    expect(preview.warnings).toEqual([
      {
        code: 'no_target',
        message:
          'Wave early-adopters is skipped: it is for clusters with a target of app1, and no policy gives it target early on a cluster in prod.',
      },
    ])
    const id = await rolledOut('v1')
    expect((await rollout(publisher, id)).waves).toMatchObject([
      { name: 'early-adopters', target: 'early', state: 'skipped' },
      { name: 'one-of-late', target: 'late', state: 'passed', clusters: 1 },
      { name: 'rest', target: null, state: 'passed' },
    ])
  })

  it('says nothing of a wave whose clusters an earlier one has', async () => {
    const waves = [
      { name: 'all', target: 'early' },
      { name: 'again', target: 'early' },
    ]
    await save(publisher, 'PATCH', '/environments/prod', { waves })
    await announce('1')
    const preview = (await rollOut('v1', 'prod', '?dryRun=true')).json
    expect(preview.waves).toMatchObject([{ clusters: 1 }, { clusters: 0 }, {}])
    expect(preview.warnings).toEqual([])
  })
})
