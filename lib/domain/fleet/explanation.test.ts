import { describe, expect, it } from 'vitest'
import { anApplication, aCluster, aPolicy, aTeam, where } from '#lib/domain/testing/objects.ts'
import { explainPair } from './explanation.ts'

const NOTHING = new Map()

const application = anApplication({ team: 'ieb', name: 'app1', labels: new Map([['tier', 'web']]) })
const cluster = aCluster({ name: 'c1', environment: 'prod', labels: new Map([['region', 'west']]) })

it('says of every term what it asks, what the label is and whether it holds', () => {
  const policy = aPolicy({
    appSelector: where({ key: 'tier', operator: '=', values: ['web'] }),
    clusterSelector: where(
      { key: 'environment', operator: 'in', values: ['dev', 'prod'] },
      { key: 'gpu', operator: 'exists', values: [] },
      { key: 'region', operator: '=', values: ['east'] },
    ),
  })
  const [explained] = explainPair(
    application,
    cluster,
    aTeam({ name: 'ieb' }),
    [policy],
    NOTHING,
  ).policies
  expect(explained).toMatchObject({
    applies: false,
    app: { holds: true, terms: [{ term: 'tier=web', label: 'web', holds: true }] },
    cluster: {
      holds: false,
      terms: [
        { term: 'environment in (dev,prod)', label: 'prod', holds: true },
        { term: 'gpu', label: null, holds: false },
        { term: 'region=east', label: 'west', holds: false },
      ],
    },
  })
})

it('is not placed without a policy, and says so with no names', () => {
  expect(explainPair(application, cluster, aTeam({ name: 'ieb' }), [], NOTHING)).toEqual({
    placed: false,
    boundary: { selector: null, holds: true, terms: [] },
    policies: [],
    excludedBy: [],
    givenBy: [],
  })
})

const include = aPolicy({ name: 'a_include' })
it.each([
  { why: 'a policy includes it', policies: [include], placed: true },
  {
    why: 'one policy excludes it, however many include it',
    policies: [aPolicy({ name: 'b', effect: 'exclude' }), include, aPolicy({ name: 'c' })],
    placed: false,
  },
  { why: 'its only policy is suspended', policies: [aPolicy({ suspended: true })], placed: false },
  {
    why: 'the policy that excludes it is suspended',
    policies: [include, aPolicy({ name: 'b', effect: 'exclude', suspended: true })],
    placed: true,
  },
  { why: "its only policy is another team's", policies: [aPolicy({ team: 'ops' })], placed: false },
  { why: "its policy is its own team's", policies: [aPolicy({ team: 'ieb' })], placed: true },
  {
    why: "another team's policy excludes it",
    policies: [include, aPolicy({ name: 'b', effect: 'exclude', team: 'ops' })],
    placed: true,
  },
])('placed: $placed, when $why', ({ policies, placed }) => {
  const explanation = explainPair(application, cluster, aTeam({ name: 'ieb' }), policies, NOTHING)
  expect(explanation.placed).toBe(placed)
  expect(explanation.policies.map(({ policy }) => policy)).toEqual(
    policies.map(({ name }) => name).sort(),
  )
})

it("is not placed outside the team's boundary, although a policy gives it", () => {
  const clusterBoundary = where({ key: 'region', operator: '=', values: ['east'] })
  const team = aTeam({ name: 'ieb', clusterBoundary })
  expect(explainPair(application, cluster, team, [include], NOTHING)).toMatchObject({
    placed: false,
    givenBy: ['a_include'],
    boundary: {
      selector: 'region=east',
      holds: false,
      terms: [{ term: 'region=east', label: 'west', holds: false }],
    },
  })
})

describe('a policy with a target', () => {
  const early = { name: 'early', environment: 'prod', repoPath: 'deploy/early' }
  const explained = (environment: string, targets: readonly (typeof early)[]) =>
    explainPair(
      { ...application, targets },
      { ...cluster, environment },
      aTeam({ name: 'ieb' }),
      [
        aPolicy({ name: 'a', target: 'early' }),
        aPolicy({ name: 'b', effect: 'exclude', suspended: true }),
      ],
      NOTHING,
    )

  it('gives it that target, where the application has it', () => {
    const explanation = explained('prod', [early])
    expect(explanation).toMatchObject({ placed: true, target: 'early', givenBy: ['a'] })
    expect(explanation.policies[0]).toMatchObject({
      applies: true,
      target: { name: 'early', holds: true, reason: null },
    })
    expect(explanation.policies[1]).not.toHaveProperty('target')
  })

  it.each([
    ['qa', [early], 'it has no target early in qa'],
    ['prod', [], 'it has no target early in prod'],
    ['', [early], 'it has no target early, because the cluster names no environment'],
  ])('doesn’t place it in %j with the targets %j: %s', (environment, targets, reason) => {
    const explanation = explained(environment, targets)
    expect(explanation).toMatchObject({ placed: false, givenBy: [] })
    expect(explanation).not.toHaveProperty('target')
    expect(explanation.policies[0]).toMatchObject({
      applies: false,
      app: { holds: true },
      cluster: { holds: true },
      target: { name: 'early', holds: false, reason },
    })
  })
})

describe('a policy that places on chosen clusters', () => {
  const team = aTeam({ name: 'ieb' })
  const pick = { count: { count: 3 }, spreadBy: null, prefer: [] }
  const explained = (holds: boolean) => {
    const choice = {
      by: 'pick',
      holds,
      reason: `${holds ? 'chosen' : 'not chosen'} by pick (3 of 12)`,
    }
    const policies = [aPolicy({ name: 'a', pick }), aPolicy({ name: 'b', suspended: true })]
    return explainPair(application, cluster, team, policies, new Map([['a', choice]]))
  }

  it('places the pair if it is chosen', () => {
    expect(explained(true)).toMatchObject({ placed: true, givenBy: ['a'] })
    expect(explained(true).policies[0]).toMatchObject({
      applies: true,
      choice: { by: 'pick', holds: true, reason: 'chosen by pick (3 of 12)' },
    })
  })

  it('doesn’t otherwise, and says so', () => {
    const { placed, givenBy, policies } = explained(false)
    expect({ placed, givenBy }).toEqual({ placed: false, givenBy: [] })
    expect(policies[0]).toMatchObject({
      applies: false,
      app: { holds: true },
      cluster: { holds: true },
      choice: { by: 'pick', holds: false, reason: 'not chosen by pick (3 of 12)' },
    })
    expect(policies[1]).not.toHaveProperty('choice')
  })
})
