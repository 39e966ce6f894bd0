import { describe, expect, it } from 'vitest'
import type { TeamRole } from '#lib/domain/objects/objects.ts'
import { type AccessDirectory, intersectRights, noRights, rightsOf, seesTeam } from './access.ts'
import type { TenantRole } from './actor.ts'

const directory: AccessDirectory = {
  grants: [
    { source: 'group', value: 'platform', role: 'admin', description: 'Platform team' },
    { source: 'group', value: 'audit', role: 'reader', description: '' },
    { source: 'role', value: 'Deployer', role: 'contributor', description: '' },
  ],
  teams: [
    {
      team: 'ieb',
      groups: [
        { id: 'ieb-dev', role: 'contributor' },
        { id: 'ieb-all', role: 'reader' },
      ],
    },
    { team: 'other', groups: [{ id: 'ieb-all', role: 'reader' }] },
  ],
}

const given = (groups: readonly string[], roles: readonly string[] = []) =>
  rightsOf({ groups, roles }, directory)

const rights = (role: TenantRole | null, teams: Record<string, TeamRole> = {}) => ({
  role,
  teams: new Map(Object.entries(teams)),
  because: [],
})

describe('the rights of somebody', () => {
  it('are none without groups and app roles', () => {
    expect(given([])).toEqual(noRights)
  })

  it('are those of the strongest grant, and all that gave some are named', () => {
    expect(given(['audit', 'platform'])).toEqual({
      role: 'admin',
      teams: new Map(),
      because: [
        { kind: 'grant', grant: directory.grants[0] },
        { kind: 'grant', grant: directory.grants[1] },
      ],
    })
  })

  it('are the strongest in each team', () => {
    const { teams, because } = given(['ieb-all', 'ieb-dev'])
    expect(Object.fromEntries(teams)).toEqual({ ieb: 'contributor', other: 'reader' })
    expect(because).toEqual([
      { kind: 'team', team: 'ieb', group: 'ieb-dev', role: 'contributor' },
      { kind: 'team', team: 'ieb', group: 'ieb-all', role: 'reader' },
      { kind: 'team', team: 'other', group: 'ieb-all', role: 'reader' },
    ])
  })

  it.each([
    // case | groups | roles
    ['a group in another case', ['Platform'], []],
    ['a group by the name of an app role', ['Deployer'], []],
    ['an app role by the id of a group', [], ['platform', 'ieb-dev']],
    ['a group with blanks around it', [' platform'], []],
  ])('are none by %s', (_, groups, roles) => {
    expect(given(groups, roles)).toEqual(noRights)
  })

  it('come from app roles too', () => {
    expect(given([], ['Deployer']).role).toBe('contributor')
  })
})

describe('what two rights have in common', () => {
  it.each([
    // case | a | b | expected
    ['the weaker role', rights('admin'), rights('reader'), rights('reader')],
    ['no role where one has none', rights('admin'), rights(null), rights(null)],
    [
      'the team, where the other may do as much in every team',
      rights('contributor'),
      rights(null, { ieb: 'contributor' }),
      rights(null, { ieb: 'contributor' }),
    ],
    [
      'reading for the team, where the other reads everything',
      rights('reader'),
      rights(null, { ieb: 'contributor' }),
      rights(null, { ieb: 'reader' }),
    ],
    [
      'nothing of teams that only one has',
      rights(null, { ieb: 'contributor' }),
      rights(null, { other: 'contributor' }),
      rights(null),
    ],
    [
      'the weaker role in a team',
      rights(null, { ieb: 'contributor' }),
      rights(null, { ieb: 'reader' }),
      rights(null, { ieb: 'reader' }),
    ],
  ])('is %s', (_, a, b, expected) => {
    expect(intersectRights(a, b)).toEqual(expected)
    expect(intersectRights(b, a)).toEqual(expected)
  })
})

describe('a team', () => {
  const [ieb] = directory.teams

  it.each<[string, readonly string[], readonly string[], boolean]>([
    // case | groups | roles | seen
    ['a member of one of its groups', ['ieb-all'], [], true],
    ['an admin by a group', ['platform'], [], true],
    ['a contributor by an app role', [], ['Deployer'], true],
    ['members of other groups alone', ['ieb', 'IEB-ALL', 'newcomers'], ['ieb-all'], false],
    ['whoever is in no group', [], [], false],
  ])('is seen, or not, by %s', (_, groups, roles, isSeen) => {
    expect(seesTeam({ groups, roles }, directory.grants, ieb!.groups)).toBe(isSeen)
  })
})
