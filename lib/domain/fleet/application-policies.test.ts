import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { editTo, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh } from '#lib/domain/testing/fleets.ts'
import { aCluster, anApplication, aPolicy, aTeam, where } from '#lib/domain/testing/objects.ts'
import type { Application, TargetPolicy } from '#lib/domain/objects/objects.ts'
import { applicationPolicies } from './application-policies.ts'
import { emptyFleet } from './fleet.ts'

function selecting(text: string) {
  const parsed = parseSelector(text, [])
  if (!parsed.ok) throw new Error(text)
  return parsed.value
}

const SOUTH = where({ key: 'region', operator: '=', values: ['south'] })

/** An application of team `ieb`, which may use five clusters: three in prod, one in dev, one without an environment. */
function policiesOf(
  policies: readonly Partial<TargetPolicy>[],
  labels: Application['labels'],
  targets: Application['targets'] = [],
) {
  const fleet = emptyFleet().with([
    editTo(0, aTeam({ name: 'ieb', clusterBoundary: SOUTH })),
    ...['prod', 'prod', 'prod', 'dev', '', 'prod'].map((environment, nth) =>
      editTo(
        nth,
        aCluster({
          name: `c${nth}`,
          environment,
          labels: new Map([['region', nth === 5 ? 'north' : 'south']]),
        }),
      ),
    ),
    editTo(0, anApplication({ labels, targets })),
    ...policies.map((policy, nth) => editTo(nth, aPolicy(policy))),
  ])
  return applicationPolicies(fleet, 0)
}

const NONE = new Map<string, string>()
const WEB = new Map([['tier', 'web']])

describe('of an application', () => {
  it('the policies that select it are told with the clusters that its team may use, the widest first', () => {
    const { selecting: found, selectingTotal } = policiesOf(
      [
        {
          name: 'dev',
          appSelector: selecting('tier=web'),
          clusterSelector: selecting('environment=dev'),
        },
        { name: 'all' },
        { name: 'not-prod', effect: 'exclude', clusterSelector: selecting('environment=prod') },
        { name: 'later', suspended: true },
        { name: 'theirs', team: 'other' },
        { name: 'jobs', appSelector: selecting('tier=job') },
      ],
      WEB,
    )
    expect(found).toEqual([
      { name: 'all', clusters: 5, effect: 'include' },
      { name: 'not-prod', clusters: 3, effect: 'exclude' },
      { name: 'dev', clusters: 1, effect: 'include' },
    ])
    expect(selectingTotal).toBe(3)
  })

  it('a policy with a target is told with that, and with the clusters where the application has it', () => {
    const early = { name: 'early', environment: 'prod', repoPath: 'deploy/early' }
    const policies = [
      { name: 'early', target: 'early' },
      { name: 'late', target: 'late' },
    ]
    expect(policiesOf(policies, NONE, [early]).selecting).toEqual([
      { name: 'early', clusters: 3, effect: 'include', target: 'early' },
      { name: 'late', clusters: 0, effect: 'include', target: 'late' },
    ])
  })

  it('where it lands is counted by environment', () => {
    const { placed, environments } = policiesOf([{ name: 'all' }], NONE)
    expect(placed).toBe(5)
    expect(environments).toEqual([
      { environment: 'prod', clusters: 3 },
      { environment: null, clusters: 1 },
      { environment: 'dev', clusters: 1 },
    ])
  })

  it('the policies that it nearly fits are told with the labels that it lacks, the nearest first', () => {
    const { near } = policiesOf(
      [
        { name: 'two', appSelector: selecting('gpu,tier in (api,web)') },
        {
          name: 'narrow',
          appSelector: selecting('tier=web'),
          clusterSelector: selecting('environment=dev'),
        },
        { name: 'wide', appSelector: selecting('tier=web') },
        { name: 'modern', appSelector: selecting('!legacy') },
      ],
      new Map([['legacy', 'yes']]),
    )
    expect(near).toEqual([
      { name: 'modern', clusters: 5, lacks: ['!legacy'], labels: { legacy: null } },
      { name: 'wide', clusters: 5, lacks: ['tier=web'], labels: { tier: 'web' } },
      { name: 'narrow', clusters: 1, lacks: ['tier=web'], labels: { tier: 'web' } },
      {
        name: 'two',
        clusters: 5,
        lacks: ['gpu', 'tier in (api,web)'],
        labels: { gpu: '', tier: 'api' },
      },
    ])
  })

  it.each([
    ['asks for another name', { appSelector: selecting('name=shop') }],
    ['asks for another team', { appSelector: selecting('namespace=shop') }],
    ['asks for what can’t be', { appSelector: selecting('tier=web,tier=api') }],
    ['is suspended', { appSelector: selecting('tier=web'), suspended: true }],
    ['excludes', { appSelector: selecting('tier=web'), effect: 'exclude' as const }],
    ['is another team’s', { appSelector: selecting('tier=web'), team: 'other' }],
  ])('no policy is near that %s', (_, policy) => {
    expect(policiesOf([policy], NONE).nearTotal).toBe(0)
  })

  it('the first five of each are told, and how many there are', () => {
    const all = Array.from({ length: 7 }, (_, nth) => ({ name: `p${nth}` }))
    const webs = all.map(({ name }) => ({ name, appSelector: selecting('tier=web') }))
    const { selecting: found, selectingTotal } = policiesOf(all, NONE)
    expect([found.length, selectingTotal]).toEqual([5, 7])
    const { near, nearTotal } = policiesOf(webs, NONE)
    expect([near.length, nearTotal]).toEqual([5, 7])
  })
})

it('whoever takes the labels that a near policy asks for is selected by it', () => {
  fc.assert(
    fc.property(model, (given) => {
      const fleet = builtAfresh(given)
      for (const id of fleet.applications.ordered) {
        const application = fleet.applications.slots[id]!
        for (const { name, labels } of applicationPolicies(fleet, id).near) {
          const patched = new Map(application.labels)
          for (const [key, value] of Object.entries(labels)) {
            if (value === null) patched.delete(key)
            else patched.set(key, value)
          }
          const after = fleet.with([editTo(id, { ...application, labels: patched })])
          const policy = after.rules.findIndex((rule) => rule?.policy.name === name)
          expect(after.selecting[id]).toContain(policy)
        }
      }
    }),
  )
})
