import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TeamRole } from '#lib/domain/objects/objects.ts'
import type { Actor, TenantRole } from './actor.ts'
import { type Action, can } from './permissions.ts'
import type { Resource } from './resource.ts'
import { mayGrant, rightsOfGrant, type TokenGrant } from './token-grant.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 2000)

const TEAMS = ['ieb', 'other'] as const
const roles = fc.constantFrom<TenantRole>('admin', 'contributor', 'reader')

const makers = fc
  .record({
    kind: fc.constantFrom<Actor['kind']>('person', 'token'),
    role: fc.option(roles),
    teams: fc.dictionary(
      fc.constantFrom(...TEAMS),
      fc.constantFrom<TeamRole>('contributor', 'reader'),
    ),
    cluster: fc.option(fc.constant('edge')),
  })
  .map(({ teams, ...rest }): Actor => ({
    ...rest,
    groups: [],
    registers: false,
    announces: null,
    schedules: null,
    tellsOfRepository: false,
    id: 'maker',
    name: 'maker',
    email: null,
    teams: new Map(Object.entries(teams)),
  }))

const grants = fc.oneof(
  fc.record<TokenGrant>({
    role: roles,
    team: fc.option(fc.constantFrom(...TEAMS)),
    cluster: fc.option(fc.constant('edge')),
    scheduler: fc.constant(null),
  }),
  fc.record<TokenGrant>({
    role: fc.constant('announcer'),
    team: fc.constantFrom(...TEAMS),
    cluster: fc.constant(null),
    scheduler: fc.constant(null),
  }),
  fc.record<TokenGrant>({
    role: fc.constant('scheduler'),
    team: fc.constant(null),
    cluster: fc.constant(null),
    scheduler: fc.constant('gpu-packer'),
  }),
)

/** All resources except tokens: a token doesn't own the tokens of its maker. */
const resources: readonly Resource[] = [
  { kind: 'tenant' },
  { kind: 'cluster' },
  { kind: 'repository' },
  { kind: 'settings' },
  { kind: 'audit' },
  { kind: 'token', owner: null },
  { kind: 'team-request', asker: null },
  { kind: 'person', principal: null },
  { kind: 'target-policy', team: null },
  { kind: 'decision', team: null, scheduler: 'gpu-packer' },
  { kind: 'score' },
  // A team that is created later; nobody has a role in it yet.
  ...[...TEAMS, 'later'].flatMap((team): Resource[] => [
    { kind: 'team', team },
    { kind: 'application', team },
    { kind: 'target-policy', team },
    { kind: 'version', team },
    { kind: 'rollout', team },
  ]),
]
const actions: readonly Action[] = ['read', 'write']

/** What the token allows and its maker may not do. */
function excess(maker: Actor, grant: TokenGrant): string[] {
  const holder: Actor = { ...maker, kind: 'token', id: 'made', ...rightsOfGrant(grant) }
  return resources.flatMap((resource) =>
    actions
      .filter((action) => can(holder, action, resource) && !can(maker, action, resource))
      .map((action) => `${action} ${JSON.stringify(resource)}`),
  )
}

it('nobody makes a token that may do more than they may', () => {
  fc.assert(
    fc.property(makers, grants, (maker, grant) => {
      if (mayGrant(maker, grant)) expect(excess(maker, grant)).toEqual([])
    }),
    { numRuns },
  )
})

it('a token that may no more than its maker is theirs to make, but for that of a cluster', () => {
  fc.assert(
    fc.property(makers, grants, (maker, grant) => {
      if (grant.cluster !== null) expect(mayGrant(maker, grant)).toBe(maker.role === 'admin')
      else expect(mayGrant(maker, grant)).toBe(excess(maker, grant).length === 0)
    }),
    { numRuns },
  )
})
