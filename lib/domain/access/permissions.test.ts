import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { type Actor, principalOf } from './actor.ts'
import {
  type Action,
  ACTIONS,
  can,
  canEverywhere,
  reaches,
  readableOwner,
  readableTeams,
  type Resource,
  RESOURCE_NAMES,
  ROLES,
  type Role,
} from './permissions.ts'

const golden = path.join(import.meta.dirname, 'permissions.golden.md')

/** The table as people review it, one row for each resource and action. UPDATE_GOLDEN=1 writes it to the golden file. */
function matrix(): string {
  const header = ['resource', 'action', ...ROLES]
  const rows = RESOURCE_NAMES.flatMap((name) =>
    ACTIONS.map((action) => [
      name,
      action,
      ...ROLES.map((role) => reaches(name, action)[role] ?? ''),
    ]),
  )
  const lines = [header, header.map(() => '-'), ...rows]
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  const text = lines.map((line) => {
    const isRule = line[0] === '-'
    const cells = line.map((cell, column) => cell.padEnd(widths[column]!, isRule ? '-' : ' '))
    return `| ${cells.join(' | ')} |`
  })
  return `${text.join('\n')}\n`
}

describe('the table of permissions', () => {
  it('is the one that was reviewed', () => {
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, matrix())
    expect(matrix()).toBe(readFileSync(golden, 'utf8'))
  })

  const ladder: readonly (readonly [Role, Role])[] = [
    ['contributor', 'admin'],
    ['reader', 'contributor'],
    ['team contributor', 'contributor'],
    ['team reader', 'reader'],
    ['team reader', 'team contributor'],
    ['team announcer', 'team contributor'],
    ['scheduler', 'admin'],
  ]
  it.each(ladder)('allows a %s nothing that it refuses to the %s', (weaker, stronger) => {
    const strength = { none: 0, own: 1, all: 2 }
    for (const name of RESOURCE_NAMES) {
      for (const action of ACTIONS) {
        const [low, high] = [reaches(name, action)[weaker], reaches(name, action)[stronger]]
        expect(strength[high ?? 'none'], `${action} ${name}`).toBeGreaterThanOrEqual(
          strength[low ?? 'none'],
        )
      }
    }
  })

  it('lets nobody write what they may not read', () => {
    for (const name of RESOURCE_NAMES) {
      for (const role of ROLES) {
        const { read, write } = {
          read: reaches(name, 'read')[role],
          write: reaches(name, 'write')[role],
        }
        if (write === 'all') expect(read, `${role} ${name}`).toBe('all')
        if (write === 'own') expect(read, `${role} ${name}`).toBeDefined()
      }
    }
  })
})

/** Of team `other`. */
const shown = { kind: 'application', team: 'other', visibility: 'tenant' } as const
const shownVersion = { ...shown, kind: 'version' } as const

const nobody = actorOf({ kind: 'token' })
const member = actorOf({ kind: 'person' })
const inTeam = actorOf({ teams: new Map([['ieb', 'contributor']]) })
const readsTeam = actorOf({ teams: new Map([['ieb', 'reader']]) })
const ofCluster = actorOf({ cluster: 'c1' })
const announces = actorOf({ announces: 'ieb' })
const schedules = actorOf({ schedules: 'gpu-packer' })
const decided = { kind: 'decision', team: 'ieb', scheduler: 'gpu-packer' } as const
const repositoryHost = actorOf({ tellsOfRepository: true })
const reader = actorOf({ role: 'reader' })
const admin = actorOf({ role: 'admin' })
const deploys = actorOf({ role: 'reader', groups: ['deployers'] })
const deploysOfTeam = actorOf({ teams: new Map([['ieb', 'reader']]), groups: ['deployers'] })
const reviewed = { kind: 'pull-request', deployers: ['deployers', 'overriders'] } as const

describe('an actor', () => {
  type Row = readonly [who: string, Actor, Action, Resource, boolean]
  const rows: readonly Row[] = [
    ['without any role', nobody, 'read', { kind: 'tenant' }, false],
    ['without any role', nobody, 'read', { kind: 'person', principal: principalOf(nobody) }, false],
    ['of a team', inTeam, 'write', { kind: 'application', team: 'ieb' }, true],
    ['of a team', inTeam, 'write', { kind: 'application', team: 'other' }, false],
    ['of a team', inTeam, 'read', { kind: 'application', team: 'other' }, false],
    ['of a team', inTeam, 'write', { kind: 'team', team: 'ieb' }, false],
    ['of a team', inTeam, 'write', { kind: 'target-policy', team: null }, false],
    ['of a team', inTeam, 'read', { kind: 'target-policy', team: null }, true],
    ['that reads for a team', readsTeam, 'write', { kind: 'application', team: 'ieb' }, false],
    ['of a team', inTeam, 'read', { kind: 'audit' }, false],
    ['of a team', inTeam, 'read', { kind: 'settings' }, false],
    ['of a team', inTeam, 'read', shown, true],
    ['of a team', inTeam, 'write', shown, false],
    ['of a team', inTeam, 'write', { ...shown, team: 'ieb' }, true],
    ['that reads for a team', readsTeam, 'read', shownVersion, true],
    ['of a team', inTeam, 'write', shownVersion, false],
    ['that announces', announces, 'read', shown, false],
    ['that announces', announces, 'read', shownVersion, false],
    ['that announces', announces, 'write', { ...shownVersion, team: 'ieb' }, true],
    ['that is a cluster', ofCluster, 'read', shown, false],
    ['that is a member', member, 'read', shown, false],
    ['without any role', nobody, 'read', shown, false],
    ['that announces', announces, 'write', { kind: 'version', team: 'ieb' }, true],
    ['that announces', announces, 'write', { kind: 'version', team: 'other' }, false],
    ['that announces', announces, 'read', { kind: 'rollout', team: 'ieb' }, true],
    ['that announces', announces, 'write', { kind: 'rollout', team: 'ieb' }, false],
    ['that announces', announces, 'write', { kind: 'check', team: 'ieb' }, true],
    ['that announces', announces, 'write', { kind: 'check', team: 'other' }, false],
    ['that announces', announces, 'read', { kind: 'application', team: 'ieb' }, false],
    ['that announces', announces, 'read', { kind: 'team', team: 'ieb' }, false],
    ['that announces', announces, 'read', { kind: 'hook', team: 'ieb' }, false],
    ['that announces', announces, 'read', { kind: 'tenant' }, false],
    ['that announces', announces, 'read', { kind: 'target-policy', team: null }, false],
    ['that is a cluster', ofCluster, 'read', { kind: 'repository' }, true],
    ['that hosts the repository', repositoryHost, 'write', { kind: 'repository-event' }, true],
    ['that hosts the repository', repositoryHost, 'read', { kind: 'repository' }, false],
    ['that hosts the repository', repositoryHost, 'read', { kind: 'tenant' }, false],
    ['that hosts the repository', repositoryHost, 'write', { kind: 'version', team: '' }, false],
    ['that hosts the repository', repositoryHost, 'read', { kind: 'hook', team: null }, false],
    ['that administers', admin, 'write', { kind: 'repository-event' }, false],
    ['that administers', admin, 'write', { kind: 'hook', team: null }, true],
    ['that reads', reader, 'read', { kind: 'hook', team: null }, true],
    ['that reads', reader, 'write', { kind: 'hook', team: null }, false],
    ['that announces', announces, 'write', { kind: 'repository-event' }, false],
    ['that announces', announces, 'read', decided, false],
    ['that is a scheduler', schedules, 'write', decided, true],
    ['that is a scheduler', schedules, 'write', { ...decided, team: null }, true],
    ['that is a scheduler', schedules, 'read', { ...decided, scheduler: 'other' }, false],
    ['that is a scheduler', schedules, 'read', { ...decided, scheduler: null }, false],
    ['that is a scheduler', schedules, 'write', { kind: 'score' }, true],
    ['that is a scheduler', schedules, 'read', { kind: 'target-policy', team: 'ieb' }, false],
    ['that is a scheduler', schedules, 'read', { kind: 'scheduler' }, false],
    ['that is a scheduler', schedules, 'read', { kind: 'cluster' }, false],
    ['that is a scheduler', schedules, 'read', { kind: 'tenant' }, false],
    ['of a team', inTeam, 'read', decided, true],
    ['of a team', inTeam, 'write', decided, false],
    ['of a team', inTeam, 'read', { ...decided, team: null }, false],
    ['who administers', admin, 'write', { ...decided, scheduler: null }, true],
    ['of a team', inTeam, 'read', { kind: 'config', team: null }, false],
    ['of a team', inTeam, 'read', { kind: 'config', team: null, concerning: ['other'] }, false],
    ['of a team', inTeam, 'read', { kind: 'config', team: null, concerning: ['ieb'] }, true],
    ['of a team', inTeam, 'write', { kind: 'config', team: null, concerning: ['ieb'] }, false],
    ['of a team', inTeam, 'write', { kind: 'config-schema', team: 'ieb' }, true],
    ['that reads', reader, 'read', { kind: 'config-schema', team: null }, true],
    ['of a team', inTeam, 'read', { kind: 'hook', team: null }, false],
    ['that is a cluster', ofCluster, 'read', { kind: 'cluster' }, false],
    [
      'that is a cluster',
      ofCluster,
      'write',
      { kind: 'token', owner: principalOf(ofCluster) },
      false,
    ],
    ['that is a cluster', ofCluster, 'write', { kind: 'report', cluster: 'c1' }, true],
    ['that is a cluster', ofCluster, 'write', { kind: 'report', cluster: 'c2' }, false],
    ['that is a cluster', ofCluster, 'read', { kind: 'report', cluster: 'c2' }, false],
    ['that is a cluster', ofCluster, 'write', { kind: 'report', cluster: null }, false],
    ['that reads', reader, 'read', { kind: 'report', cluster: 'c1' }, true],
    ['that reads', reader, 'write', { kind: 'report', cluster: 'c1' }, false],
    ['that reads for a team', readsTeam, 'read', { kind: 'report', cluster: 'c1' }, true],
    ['that is a member', member, 'read', { kind: 'report', cluster: 'c1' }, false],
    ['that is a member', member, 'read', { kind: 'tenant' }, false],
    [
      'that is a member',
      member,
      'write',
      { kind: 'team-request', asker: principalOf(member) },
      true,
    ],
    ['that is a member', member, 'write', { kind: 'team-request', asker: 'person:other' }, false],
    ['that is a member', member, 'read', { kind: 'team-request', asker: 'person:other' }, false],
    ['that is a member', member, 'write', { kind: 'team-request', asker: null }, false],
    ['that is a member', member, 'write', { kind: 'token', owner: principalOf(member) }, false],
    ['that reads', reader, 'read', { kind: 'team-request', asker: 'person:other' }, true],
    ['that reads', reader, 'write', { kind: 'team-request', asker: 'person:other' }, false],
    ['that reads', reader, 'write', { kind: 'token', owner: principalOf(reader) }, true],
    ['that reads', reader, 'write', { kind: 'token', owner: 'person:other' }, false],
    ['that reads', reader, 'write', { kind: 'token', owner: null }, false],
    ['that reads', reader, 'read', { kind: 'person', principal: null }, true],
    ['that reads', reader, 'write', { kind: 'settings' }, false],
    ['of a team', inTeam, 'read', reviewed, true],
    ['of a team', inTeam, 'write', reviewed, false],
    ['of a team that rolls out there', deploysOfTeam, 'write', reviewed, true],
    ['that reads', reader, 'write', reviewed, false],
    ['that reads and rolls out there', deploys, 'write', reviewed, true],
    ['that reads and rolls out there', deploys, 'write', { ...reviewed, deployers: [] }, false],
    ['that only rolls out there', actorOf({ groups: ['deployers'] }), 'read', reviewed, false],
    ['that administers', admin, 'write', { ...reviewed, deployers: [] }, true],
    ['that administers', admin, 'write', { kind: 'settings' }, true],
    ['that administers', admin, 'write', { kind: 'audit' }, false],
    ['that administers', admin, 'write', { kind: 'token', owner: null }, true],
    ['that administers', admin, 'write', { kind: 'team-request', asker: null }, true],
  ]
  it.each(
    rows.map(([who, actor, action, resource, expected]) => ({
      who,
      actor,
      action,
      resource,
      expected,
    })),
  )('$who may $action $resource: $expected', ({ actor, action, resource, expected }) => {
    expect(can(actor, action, resource)).toBe(expected)
  })

  it('reads the teams, tokens and requests that are theirs, or everybody’s', () => {
    expect(readableTeams(inTeam)).toEqual(['ieb'])
    expect(readableTeams(reader)).toBeNull()
    expect(readableTeams(announces)).toEqual([])
    expect(readableTeams(announces, 'version')).toEqual(['ieb'])
    expect(readableOwner(member, 'team-request')).toBe(principalOf(member))
    expect(readableOwner(reader, 'team-request')).toBeNull()
    expect(readableOwner(inTeam, 'token')).toBe(principalOf(inTeam))
    expect(canEverywhere(inTeam, 'write', 'application')).toBe(false)
    expect(canEverywhere(admin, 'write', 'application')).toBe(true)
  })
})
