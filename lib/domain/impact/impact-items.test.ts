import { expect, it } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet, type Fleet } from '#lib/domain/fleet/fleet.ts'
import type { TargetPolicy, Team } from '#lib/domain/objects/objects.ts'
import { sourceOf } from '#lib/domain/releases/release.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { impactOn } from '#lib/domain/testing/fleets.ts'
import { anApplication, aCluster, aPolicy, aTeam, where } from '#lib/domain/testing/objects.ts'
import { impactItems } from './impact-items.ts'
import { listedPairs, NO_FILTER } from './listed-pairs.ts'

const east = where({ key: 'region', operator: '=', values: ['east'] })
const web = where({ key: 'tier', operator: '=', values: ['web'] })
const team = aTeam({})
const cluster = aCluster({ labels: new Map([['region', 'east']]) })
const application = anApplication({ labels: new Map([['tier', 'web']]) })
const policy = aPolicy({ name: 'app1_to_east', appSelector: web, clusterSelector: east })
const other = aPolicy({ name: 'other' })

/** One team, cluster and application, each with id 0, and these policies. */
function fleetOf(policies: readonly TargetPolicy[], owner: Team = team) {
  const objects = [owner, cluster, application]
  const edits = [
    ...objects.map((object) => editTo(0, object)),
    ...policies.map((p, id) => editTo(id, p)),
  ]
  return emptyFleet().with(edits)
}

function reasonsOf(policies: readonly TargetPolicy[], edits: readonly Edit[], owner: Team = team) {
  return reasonsIn(fleetOf(policies, owner), edits)
}

function reasonsIn(fleet: Fleet, edits: readonly Edit[]) {
  const { impact } = impactOn(fleet, edits)
  return impactItems(listedPairs(impact, NO_FILTER), 0, 100).map(
    ({ effect, reason }) => `${effect}: ${reason}`,
  )
}

const west = { ...cluster, labels: new Map([['region', 'west']]) }

it.each<{ edit: string; edits: Edit[]; reason: string }>([
  {
    edit: 'the cluster has another label',
    edits: [editTo(0, west)],
    reason: 'policy app1_to_east no longer selects the cluster: region=east, but region is "west"',
  },
  {
    edit: 'the cluster loses the label',
    edits: [editTo(0, { ...cluster, labels: new Map() })],
    reason: 'policy app1_to_east no longer selects the cluster: region=east, but region is not set',
  },
  {
    edit: 'the application has another label',
    edits: [editTo(0, { ...application, labels: new Map([['tier', 'db']]) })],
    reason: 'policy app1_to_east no longer selects the application: tier=web, but tier is "db"',
  },
  {
    edit: 'the policy is suspended',
    edits: [editTo(0, { ...policy, suspended: true })],
    reason: 'policy app1_to_east is suspended',
  },
  {
    edit: 'the policy is deleted',
    edits: [{ kind: 'target-policy', id: 0, after: null }],
    reason: 'policy app1_to_east was deleted',
  },
  {
    edit: "the policy becomes another team's",
    edits: [editTo(0, { ...policy, team: 'ops' })],
    reason: 'policy app1_to_east selects only applications of team ops now',
  },
  {
    edit: 'the policy excludes instead',
    edits: [editTo(0, { ...policy, effect: 'exclude' })],
    reason: 'excluded by policy app1_to_east; policy app1_to_east no longer includes it',
  },
  {
    edit: 'a new policy excludes it',
    edits: [editTo(1, { ...other, effect: 'exclude' })],
    reason: 'excluded by policy other',
  },
  {
    edit: 'the boundary shrinks',
    edits: [
      editTo(0, {
        ...team,
        clusterBoundary: where({ key: 'region', operator: '!=', values: ['east'] }),
      }),
    ],
    reason: 'outside team ieb\'s cluster boundary: region!=east, but region is "east"',
  },
  {
    edit: 'the application is deleted',
    edits: [{ kind: 'application', id: 0, after: null }],
    reason: 'the application was deleted',
  },
  {
    edit: 'the cluster is deleted',
    edits: [{ kind: 'cluster', id: 0, after: null }],
    reason: 'the cluster was deleted',
  },
])('says why a pair is removed when $edit', ({ edits, reason }) => {
  expect(reasonsOf([policy], edits)).toEqual([`removed: ${reason}`])
})

it('names every policy that gave a pair, with its own reason', () => {
  expect(
    reasonsOf([policy, other], [editTo(0, west), editTo(1, { ...other, suspended: true })]),
  ).toEqual([
    'removed: policy app1_to_east no longer selects the cluster: region=east, but region is "west"; policy other is suspended',
  ])
})

it.each<{ edit: string; before: TargetPolicy[]; owner?: Team; edits: Edit[]; reason: string }>([
  {
    edit: 'a policy is created',
    before: [],
    edits: [editTo(0, policy)],
    reason: 'policy app1_to_east selects it now',
  },
  {
    edit: 'two policies are created',
    before: [],
    edits: [editTo(0, policy), editTo(1, other)],
    reason: 'policies app1_to_east, other select it now',
  },
  {
    edit: 'an exclusion is suspended',
    before: [policy, { ...other, effect: 'exclude' }],
    edits: [editTo(1, { ...other, effect: 'exclude', suspended: true })],
    reason: 'no longer excluded by policy other',
  },
  {
    edit: 'the boundary grows',
    before: [policy],
    owner: { ...team, clusterBoundary: where({ key: 'region', operator: '!=', values: ['east'] }) },
    edits: [editTo(0, team)],
    reason: "inside team ieb's cluster boundary now",
  },
  {
    edit: 'an application is created',
    before: [policy],
    edits: [editTo(1, { ...application, name: 'app2' })],
    reason: 'policy app1_to_east selects the new application',
  },
  {
    edit: 'a cluster is created',
    before: [policy],
    edits: [editTo(1, { ...cluster, name: 'c2' })],
    reason: 'policy app1_to_east selects the new cluster',
  },
])('says why a pair is added when $edit', ({ before, owner, edits, reason }) => {
  expect(reasonsOf(before, edits, owner)).toEqual([`added: ${reason}`])
})

it('says which fields change a manifest', () => {
  expect(reasonsOf([policy], [editTo(0, { ...application, repoBranch: 'v2' })])).toEqual([
    'changed: repo_branch changes from "v1" to "v2"',
  ])
})

it('says of an edit that leaves all pairs alone that they are kept, and lists none', () => {
  const edits = [editTo(0, { ...policy, description: 'new' })]
  const { impact } = impactOn(fleetOf([policy]), edits)
  expect(impact.counts.placements).toEqual({ added: 0, removed: 0, changed: 0, kept: 1 })
  expect(impactItems(listedPairs(impact, NO_FILTER), 0, 100)).toEqual([])
})

it('says which policy gives a pair up and which keeps it, of a pair that stays', () => {
  const { impact } = impactOn(fleetOf([policy, other]), [editTo(0, west)])
  const kept = listedPairs(impact, { ...NO_FILTER, effect: 'kept' })
  expect(impactItems(listedPairs(impact, NO_FILTER), 0, 100)).toEqual([])
  expect(impactItems(kept, 0, 100).map(({ effect, reason }) => `${effect}: ${reason}`)).toEqual([
    'kept: policy app1_to_east no longer selects the cluster: region=east, but region is "west"; policy other keeps it',
  ])
})

const managed = { ...application, follow: 'versions' as const }

/** For the whole of the environment without a name. */
function released(id: number, version: number | null, repoBranch: string): Edit {
  const source = { ...sourceOf(application), repoBranch }
  const place = { application: 0, environment: '', clusters: null, current: false, rollout: null }
  return { kind: 'release', id, after: { ...place, version, source, targets: null } }
}

it.each<{ edit: string; before: Edit[]; edits: Edit[]; reason: string }>([
  {
    edit: 'another version is released',
    before: [released(0, 41, 'c41')],
    edits: [released(1, 42, 'c42')],
    reason: 'version 42 instead of version 41',
  },
  {
    edit: 'a version is released in place of the branch',
    before: [released(0, null, 'v1')],
    edits: [released(1, 42, 'c42')],
    reason: 'version 42 instead of the branch',
  },
  {
    edit: 'a version is released for the first time',
    before: [],
    edits: [released(0, 42, 'c42')],
    reason: 'version 42 instead of no release',
  },
  {
    edit: 'the application follows its branch again',
    before: [released(0, 41, 'c41')],
    edits: [editTo(0, application)],
    reason: 'the branch instead of version 41',
  },
])('says which version comes when $edit', ({ before, edits, reason }) => {
  const fleet = fleetOf([policy]).with([editTo(0, managed), ...before])
  expect(reasonsIn(fleet, edits)).toEqual([`changed: ${reason}`])
})

it('says of a pair that is added without a release that it waits for one', () => {
  const fleet = fleetOf([]).with([editTo(0, managed)])
  expect(reasonsIn(fleet, [editTo(0, policy)])).toEqual([
    'added: policy app1_to_east selects it now; it waits for a release',
  ])
  const released41 = fleet.with([released(0, 41, 'c41')])
  expect(reasonsIn(released41, [editTo(0, policy)])).toEqual([
    'added: policy app1_to_east selects it now',
  ])
})
