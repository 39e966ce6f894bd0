// Calls every use case as everybody whom it must refuse, and those that no operation of the API reaches also as somebody whom
// they answer.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#lib/domain/access/actor.ts'
import { exactly } from '#lib/domain/lists/total.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { operations } from '#lib/http/operations/operations.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { useCasesByName } from '#lib/http/testing/use-cases.ts'
import type { UseCase } from './define.ts'
import { chosenUseCase } from './decisions/chosen.ts'
import { scheduledUseCase } from './decisions/scheduled.ts'
import { ownSession } from './session.ts'
import {
  applicationDetailsUseCase,
  clusterDetailsUseCase,
  policyDetailsUseCase,
  teamContentsUseCase,
  teamDetailsUseCase,
} from './objects/details.ts'
import { placedUseCase } from './objects/placed.ts'
import { relationsUseCase, standingUseCase } from './objects/relations.ts'
import { typePoliciesUseCase } from './objects/type-policies.ts'
import { readOverviewUseCase } from './overview/read.ts'
import { Refusal } from './refusal.ts'

/** Use cases that only pages, git and the report of a cluster call; that of git is tested with its own adapter. */
const BESIDE_THE_API = [
  'applications.details',
  'cluster-types.policies',
  'clusters.details',
  'dashboard.figures',
  'dashboard.sources',
  'dashboard.troubles',
  'dashboard.versions',
  'environments.chain',
  'freezes.calendar',
  'freezes.stopped',
  'git-state.stop',
  'hooks.hear',
  'hooks.hear-event',
  'objects.placed',
  'objects.relations',
  'objects.standing',
  'upgrade.held',
  'overview.first-run',
  'overview.inbox',
  'overview.read',
  'overview.review',
  'overview.teams',
  'reports.repeat',
  'pull-request.held',
  'pull-request.reopen-rights',
  'rollouts.gate-rights',
  'rollouts.startable',
  'rollouts.wave-clusters',
  'repository.place',
  'repository.read',
  'schedulers.policies',
  'target-policies.chosen',
  'target-policies.details',
  'team-requests.asker-groups',
  'team-requests.see-answer',
  'teams.contents',
  'teams.details',
]

const doors = [...(await useCasesByName()).values()]

const principals = {
  reader: actorOf({ role: 'reader' }),
  'member of the team': actorOf({ teams: new Map([['ieb', 'reader']]) }),
  'member of another team': actorOf({ teams: new Map([['other', 'contributor']]) }),
  'a cluster': actorOf({ cluster: cluster.name }),
  'nobody in particular': actorOf(),
}

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  const own = { ...policy, name: 'own', namespace: 'ieb' }
  const documents = [
    documentOf('team', team),
    documentOf('team', { name: 'other' }),
    documentOf('cluster', cluster),
    documentOf('application', application),
    documentOf('target-policy', policy),
    documentOf('target-policy', own),
  ]
  expect((await api.call('/apply', { body: documents })).status).toBe(200)
})

/** What an actor is answered, or the kind of the refusal. */
async function ask<Raw, Output>(
  door: Pick<UseCase<Raw, Output>, 'invoke'>,
  who: Actor | null,
  raw: Raw,
): Promise<Output | string> {
  const session = who && ownSession(api.tenant, who)
  return door.invoke(api.services, session, raw).catch((error: unknown) => {
    if (error instanceof Refusal) return error.kind
    throw error
  })
}

const EVERYWHERE = { environment: null }

describe('the use cases', () => {
  it('are those that operations name, and a few that only pages and git ask', () => {
    const named = operations.map(({ useCase }) => useCase.name)
    expect(doors.map(({ name }) => name).sort()).toEqual(
      [...new Set([...named, ...BESIDE_THE_API])].sort(),
    )
  })

  it.each(doors)(
    '$name refuses whoever is not signed in, before it reads what they ask',
    async (door) => {
      expect(await ask(door, null, undefined)).toBe('unauthenticated')
    },
  )
})

const asked = (name: string, namespace?: string) => ({
  ref: { name, ...(namespace !== undefined && { namespace }) },
  at: null,
})

describe('the page of an object', () => {
  const pages = {
    application: (who: Actor | null, name: string = application.name) =>
      ask(applicationDetailsUseCase, who, asked(name, 'ieb')),
    cluster: (who: Actor | null, name: string = cluster.name) =>
      ask(clusterDetailsUseCase, who, asked(name)),
    policy: (who: Actor | null, name = 'own') => ask(policyDetailsUseCase, who, asked(name)),
    team: (who: Actor | null, name: string = team.name) =>
      ask(teamDetailsUseCase, who, asked(name)),
  }
  const placedRefs = {
    application: asked(application.name, 'ieb'),
    cluster: asked(cluster.name),
    'target-policy': asked('own'),
    team: asked(team.name),
  }
  const placed = (kind: keyof typeof placedRefs, who: Actor) =>
    ask(placedUseCase, who, { kind, ...placedRefs[kind] })
  const rows = [
    // kind | who | refusal
    ['application', 'member of another team', 'not_found'],
    ['application', 'a cluster', 'not_found'],
    ['application', 'nobody in particular', 'not_found'],
    ['cluster', 'a cluster', 'not_found'],
    ['cluster', 'nobody in particular', 'not_found'],
    ['policy', 'member of another team', 'not_found'],
    ['policy', 'a cluster', 'not_found'],
    ['policy', 'nobody in particular', 'not_found'],
    ['team', 'member of another team', 'not_found'],
    ['team', 'a cluster', 'not_found'],
    ['team', 'nobody in particular', 'not_found'],
  ] as const
  it.each(rows)('of a kind %s is answered to %s with %s', async (kind, who, refusal) => {
    expect(await pages[kind](principals[who])).toBe(refusal)
  })

  it.each(['application', 'cluster', 'policy', 'team'] as const)(
    'of a kind %s is not there where the object isn’t',
    async (kind) => {
      expect(await pages[kind](principals.reader, 'absent')).toBe('not_found')
    },
  )

  it.each(['reader', 'member of the team'] as const)(
    'shows a %s the object, and where it runs or what runs there',
    async (who) => {
      const actor = principals[who]
      expect(await pages.application(actor)).toMatchObject({ object: { name: 'app1' }, pin: null })
      expect(await pages.cluster(actor)).toMatchObject({ onboarding: { branch: 'main' } })
      expect(await pages.policy(actor)).toMatchObject({ matches: { applications: 1, clusters: 1 } })
      expect(await pages.team(actor)).toMatchObject({ object: { name: 'ieb' } })
      expect(await ask(teamContentsUseCase, actor, asked('ieb'))).toMatchObject({
        applications: { total: 1, items: [{ name: 'app1' }] },
        policies: [{ name: 'own' }],
      })
      const pair = { application: 'app1', cluster: cluster.name, policies: [policy.name, 'own'] }
      const placements = { items: [pair], total: 1 }
      const none = { items: [], total: 0 }
      expect(await placed('application', actor)).toMatchObject({ placements, left: none })
      expect(await placed('cluster', actor)).toMatchObject({ placements, left: none })
      expect(await placed('target-policy', actor)).toMatchObject({ placements, left: null })
      expect(await placed('team', actor)).toMatchObject({ placements, left: null })
    },
  )

  it('of a cluster shows a team nothing of what others run there', async () => {
    expect(await placed('cluster', principals['member of another team'])).toMatchObject({
      placements: { items: [], total: 0 },
    })
  })

  it('of another team’s application shows nothing of where it is placed', async () => {
    expect(await placed('application', principals['member of another team'])).toBe('not_found')
  })
})

const ofCluster = (who: Actor) =>
  ask(relationsUseCase, who, { kind: 'cluster', ...asked(cluster.name) })
const placedOn = (who: Actor) =>
  ask(standingUseCase, who, { kind: 'cluster', ...asked(cluster.name) })

describe('what an object is related to', () => {
  it('leads from the team to the cluster, with the states of what is placed', async () => {
    expect(await ofCluster(principals['member of the team'])).toMatchObject({
      nodes: [
        { kind: 'team', ref: { name: 'ieb' }, counts: null },
        { kind: 'application', ref: { name: 'app1' }, counts: { placed: 1 } },
        { kind: 'target-policy', ref: { name: policy.name }, effect: 'include', isCentre: false },
        { kind: 'target-policy', ref: { name: 'own' } },
        { kind: 'cluster', counts: { placed: 1, states: { unknown: 1 } }, isCentre: true },
      ],
      edges: [
        { from: 0, to: 1 },
        { from: 1, to: 2 },
        { from: 1, to: 3 },
        { from: 2, to: 4 },
        { from: 3, to: 4 },
      ],
    })
    expect(await placedOn(principals.reader)).toEqual({ placed: 1, states: { unknown: 1 } })
  })

  it('is nothing of what others have there', async () => {
    const { nodes } = {
      nodes: [],
      ...Object(await ofCluster(principals['member of another team'])),
    }
    expect(nodes).toMatchObject([{ kind: 'cluster', counts: null }])
    expect(await placedOn(principals['member of another team'])).toMatchObject({ placed: 0 })
  })

  it.each(['a cluster', 'nobody in particular'] as const)('is not found by %s', async (who) => {
    expect(await ofCluster(principals[who])).toBe('not_found')
    expect(await placedOn(principals[who])).toBe('not_found')
  })

  it('is what it was at a moment', async () => {
    const before = { kind: 'cluster', ref: { name: cluster.name }, at: new Date(0) } as const
    expect(await ask(relationsUseCase, principals.reader, before)).toBe('not_found')
    const now = { ...before, at: api.services.clock() }
    expect(await ask(relationsUseCase, principals.reader, now)).toMatchObject({
      nodes: [{}, {}, {}, {}, { kind: 'cluster', size: 1 }],
    })
  })
})

describe('the overview', () => {
  it('counts what one may see', async () => {
    expect(await ask(readOverviewUseCase, principals.reader, EVERYWHERE)).toMatchObject({
      counts: {
        team: exactly(2),
        cluster: exactly(1),
        application: exactly(1),
        'target-policy': exactly(2),
        placement: exactly(1),
      },
      changes: [{ action: 'objects.apply' }],
    })
    expect(
      await ask(readOverviewUseCase, principals['member of another team'], EVERYWHERE),
    ).toMatchObject({
      counts: {
        team: exactly(1),
        cluster: exactly(1),
        application: exactly(0),
        'target-policy': exactly(1),
        placement: exactly(0),
      },
    })
  })

  it.each(['a cluster', 'nobody in particular'] as const)('is not found by %s', async (who) => {
    expect(await ask(readOverviewUseCase, principals[who], EVERYWHERE)).toBe('not_found')
  })
})

const chosen = (who: Actor, name: string) => ask(chosenUseCase, who, { ref: { name } })
const scheduled = (who: Actor) => ask(scheduledUseCase, who, { ref: { name: 'packer' } })

describe('what is chosen', () => {
  beforeAll(async () => {
    const picks = { ...policy, name: 'picks', namespace: 'ieb', pick: { count: 3 } }
    const packed = { ...policy, name: 'packed', namespace: 'ieb', scheduler: 'packer' }
    const documents = [
      documentOf('scheduler', { name: 'packer' }),
      documentOf('target-policy', picks),
      documentOf('target-policy', packed),
    ]
    expect((await api.call('/apply', { body: documents })).status).toBe(200)
  })

  it.each(['reader', 'member of the team'] as const)('is shown to a %s', async (who) => {
    const app1 = { namespace: 'ieb', application: 'app1', candidates: 1 }
    expect(await chosen(principals[who], 'picks')).toEqual({
      applications: { items: [{ ...app1, chosen: 1 }], ...exactly(1) },
      asking: null,
    })
    expect(await chosen(principals[who], 'packed')).toMatchObject({
      applications: { items: [{ ...app1, chosen: null }] },
      asking: { askedAt: null, failures: 0, waiting: null },
    })
    expect(await scheduled(principals[who])).toMatchObject({
      items: [{ name: 'packed' }],
      total: 1,
    })
  })

  it('of a team’s policy is nothing to others, who see the scheduler without it', async () => {
    const other = principals['member of another team']
    expect(await chosen(other, 'picks')).toBe('not_found')
    expect(await scheduled(other)).toEqual({ items: [], ...exactly(0) })
  })

  it.each(['a cluster', 'nobody in particular'] as const)('is not found by %s', async (who) => {
    expect(await chosen(principals[who], 'picks')).toBe('not_found')
    expect(await scheduled(principals[who])).toBe('not_found')
  })
})

const ofType = (who: Actor, name: string) => ask(typePoliciesUseCase, who, { ref: { name } })
const asking = (name: string, selector: string, namespace?: string) =>
  documentOf('target-policy', { ...policy, name, namespace, cluster_selector: selector })

async function namesOfType(who: Actor, name: string) {
  const answer = await ofType(who, name)
  return typeof answer === 'string' ? answer : answer.items.map((each) => each.name)
}

describe('the policies that select clusters by a type', () => {
  beforeAll(async () => {
    const documents = [
      documentOf('cluster-type', { name: 'edge', reconciler: 'argocd' }),
      asking('asks-edge', 'type=edge'),
      asking('asks-one-of-two', 'region=east,type in (edge,hub)'),
      asking('asks-no-hub', 'type!=hub'),
      asking('asks-hub', 'type=hub'),
      asking('asks-another-label', 'region=edge'),
      asking('asks-for-ieb', 'type', 'ieb'),
    ]
    expect((await api.call('/apply', { body: documents })).status).toBe(200)
  })

  it('are those that ask for the type and take this one', async () => {
    const all = ['asks-edge', 'asks-for-ieb', 'asks-no-hub', 'asks-one-of-two']
    expect(await namesOfType(principals.reader, 'edge')).toEqual(all)
    const ofOthers = all.filter((name) => name !== 'asks-for-ieb')
    const other = principals['member of another team']
    expect(await namesOfType(other, 'edge')).toEqual(ofOthers)
  })

  it.each(['a cluster', 'nobody in particular'] as const)('are not found by %s', async (who) => {
    expect(await ofType(principals[who], 'edge')).toBe('not_found')
  })
})
