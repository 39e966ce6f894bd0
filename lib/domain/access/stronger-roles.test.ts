import { describe, expect, it } from 'vitest'
import { actorOf } from '#lib/domain/testing/actors.ts'
import type { AccessDirectory, RoleGrant } from './access.ts'
import { strongerRoles } from './stronger-roles.ts'

const grantOf = (role: RoleGrant['role']): RoleGrant => ({
  source: 'group',
  value: `g-${role}`,
  role,
  description: `All ${role}s`,
})

const directory: AccessDirectory = {
  grants: [grantOf('admin'), grantOf('reader')],
  teams: [
    {
      team: 'ieb',
      groups: [
        { id: 'g-edit', role: 'contributor' },
        { id: 'g-see', role: 'reader' },
      ],
    },
    { team: 'other', groups: [{ id: 'g-other', role: 'contributor' }] },
  ],
}

const inTeams = (actor: Parameters<typeof strongerRoles>[0]) =>
  strongerRoles(actor, directory).filter(({ team }) => team !== null)

describe('the roles that would let somebody do more', () => {
  it('are those above the role in the tenant, also where nothing gives one', () => {
    expect(strongerRoles(actorOf({ role: 'reader' }), directory)).toEqual([
      { role: 'contributor', team: null, grants: [] },
      { role: 'admin', team: null, grants: [grantOf('admin')] },
    ])
  })

  it('are first the one in each own team that is only read, by the groups of that team', () => {
    const reader = actorOf({ teams: new Map([['ieb', 'reader']]) })
    expect(strongerRoles(reader, directory)[0]).toEqual({
      role: 'contributor',
      team: 'ieb',
      grants: [{ source: 'group', value: 'g-edit', description: '' }],
    })
  })

  it('are none in a team where the own role does as much', () => {
    const teams = new Map([['ieb', 'contributor'] as const])
    expect(inTeams(actorOf({ teams }))).toEqual([])
    expect(inTeams(actorOf({ role: 'contributor', teams: new Map([['ieb', 'reader']]) }))).toEqual(
      [],
    )
  })

  it('are none for an admin', () => {
    const admin = actorOf({ role: 'admin', teams: new Map([['ieb', 'reader']]) })
    expect(strongerRoles(admin, directory)).toEqual([])
  })
})
