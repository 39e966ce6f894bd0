import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { type AccessDirectory, intersectRights, type Rights, rightsOf } from './access.ts'
import type { TenantRole } from './actor.ts'
import { ACTIONS, can } from './permissions.ts'
import type { Resource } from './resource.ts'
import { whyNot } from './why-not.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 300)

// Few of each, so that groups coincide; ids that differ only in case are different groups.
const value = fc.constantFrom('a', 'A', 'b', 'c', 'constructor')
const team = fc.constantFrom('ieb', 'other', 'third')
const role = fc.constantFrom<TenantRole>('admin', 'contributor', 'reader')
const teamRole = fc.constantFrom('contributor' as const, 'reader' as const)
const source = fc.constantFrom('group' as const, 'role' as const)
const directory: fc.Arbitrary<AccessDirectory> = fc.record({
  grants: fc.array(fc.record({ source, value, role, description: fc.constant('') }), {
    maxLength: 5,
  }),
  teams: fc.uniqueArray(
    fc.record({
      team,
      groups: fc.array(fc.record({ id: value, role: teamRole }), { maxLength: 3 }),
    }),
    { selector: ({ team }) => team },
  ),
})
const memberships = fc.record({
  groups: fc.array(value, { maxLength: 3 }),
  roles: fc.array(value, { maxLength: 3 }),
})
const rights: fc.Arbitrary<Rights> = fc.record({
  role: fc.option(role),
  teams: fc.array(fc.tuple(team, teamRole), { maxLength: 3 }).map((entries) => new Map(entries)),
  because: fc.constant([]),
})

const me = 'token:test'
const resources: readonly Resource[] = [
  { kind: 'tenant' },
  { kind: 'cluster' },
  { kind: 'repository' },
  ...['ieb', 'other', 'third', 'fourth'].flatMap((team) => [
    { kind: 'team' as const, team },
    { kind: 'application' as const, team },
    { kind: 'target-policy' as const, team },
  ]),
  { kind: 'target-policy', team: null },
  { kind: 'settings' },
  { kind: 'audit' },
  ...[me, 'token:other', null].flatMap((principal) => [
    { kind: 'token' as const, owner: principal },
    { kind: 'team-request' as const, asker: principal },
    { kind: 'person' as const, principal },
  ]),
]
const questions = ACTIONS.flatMap((action) => resources.map((resource) => ({ action, resource })))

/** Which of the questions the rights answer with yes. */
function allowedBy({ role, teams }: Pick<Rights, 'role' | 'teams'>): boolean[] {
  const actor = actorOf({ role, teams })
  return questions.map(({ action, resource }) => can(actor, action, resource))
}

function isWithin(few: readonly boolean[], many: readonly boolean[]): boolean {
  return few.every((allowed, index) => !allowed || many[index] === true)
}

it('somebody may do what any one of their memberships allows, and nothing else', () => {
  fc.assert(
    fc.property(memberships, directory, ({ groups, roles }, directory) => {
      const single = [
        ...groups.map((group) => rightsOf({ groups: [group], roles: [] }, directory)),
        ...roles.map((name) => rightsOf({ groups: [], roles: [name] }, directory)),
      ].map(allowedBy)
      const together = allowedBy(rightsOf({ groups, roles }, directory))
      expect(together).toEqual(questions.map((_, index) => single.some((each) => each[index])))
    }),
    { numRuns },
  )
})

it('one membership gives what a search through the directory finds', () => {
  fc.assert(
    fc.property(value, source, directory, (value, source, directory) => {
      const isGroup = source === 'group'
      const given = rightsOf(
        { groups: isGroup ? [value] : [], roles: isGroup ? [] : [value] },
        directory,
      )
      const grants = directory.grants.filter((g) => g.source === source && g.value === value)
      const strongest = (['admin', 'contributor', 'reader'] as const).find((role) =>
        grants.some((grant) => grant.role === role),
      )
      expect(given.role).toBe(strongest ?? null)
      for (const { team, groups } of directory.teams) {
        const own = isGroup ? groups.filter(({ id }) => id === value) : []
        const isContributor = own.some(({ role }) => role === 'contributor')
        const expected = own.length === 0 ? undefined : isContributor ? 'contributor' : 'reader'
        expect(given.teams.get(team)).toBe(expected)
      }
    }),
    { numRuns },
  )
})

it('more memberships and more grants never give fewer rights', () => {
  fc.assert(
    fc.property(memberships, memberships, directory, directory, (few, more, small, more_) => {
      const many = {
        groups: [...few.groups, ...more.groups],
        roles: [...more.roles, ...few.roles],
      }
      const large = { grants: [...more_.grants, ...small.grants], teams: small.teams }
      expect(isWithin(allowedBy(rightsOf(few, small)), allowedBy(rightsOf(many, large)))).toBe(true)
    }),
    { numRuns },
  )
})

it('an intersection never allows what one of both refuses, and is the same either way round', () => {
  fc.assert(
    fc.property(rights, rights, (a, b) => {
      const both = allowedBy(intersectRights(a, b))
      expect(isWithin(both, allowedBy(a))).toBe(true)
      expect(isWithin(both, allowedBy(b))).toBe(true)
      expect(allowedBy(intersectRights(b, a))).toEqual(both)
    }),
    { numRuns },
  )
})

it('an intersection allows in every team what both allow there', () => {
  fc.assert(
    fc.property(rights, rights, (a, b) => {
      const [one, other, both] = [allowedBy(a), allowedBy(b), allowedBy(intersectRights(a, b))]
      for (const [index, { resource }] of questions.entries()) {
        if (!('team' in resource) || resource.team === null) continue
        expect(both[index]).toBe(one[index] && other[index])
      }
    }),
    { numRuns },
  )
})

it('rights with themselves are themselves', () => {
  fc.assert(
    fc.property(rights, (some) => {
      expect(allowedBy(intersectRights(some, some))).toEqual(allowedBy(some))
    }),
    { numRuns },
  )
})

it('there is a reason exactly where something is refused, and every grant that it names would allow it', () => {
  fc.assert(
    fc.property(rights, directory, ({ role, teams }, directory) => {
      const actor = actorOf({ role, teams })
      for (const { action, resource } of questions) {
        const refusal = whyNot(actor, action, resource, directory)
        expect(refusal === null).toBe(can(actor, action, resource))
        for (const text of refusal?.allowedBy.flatMap(({ grants }) => grants) ?? []) {
          const [, source, value = ''] = /^(group|app role) (.*)$/.exec(text) ?? []
          const given =
            source === 'group' ? { groups: [value], roles: [] } : { groups: [], roles: [value] }
          const member = actorOf(rightsOf(given, directory))
          expect(can(member, action, resource), `${text} ${action}`).toBe(true)
        }
      }
    }),
    { numRuns: Math.ceil(numRuns / 10) },
  )
})
