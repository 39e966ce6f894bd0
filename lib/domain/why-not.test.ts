import { describe, expect, it } from 'vitest'
import type { AccessDirectory } from './access.ts'
import type { Action, Resource } from './permissions.ts'
import { actorOf } from './testing/actors.ts'
import { whoMay, whyNot } from './why-not.ts'

const directory: AccessDirectory = {
  grants: [
    { source: 'group', value: 'g-1', role: 'admin', description: 'Platform team' },
    { source: 'role', value: 'Deployer', role: 'contributor', description: '' },
  ],
  teams: [
    {
      team: 'ieb',
      groups: [
        { id: 'g-2', role: 'contributor' },
        { id: 'g-3', role: 'reader' },
      ],
    },
  ],
}

describe('why somebody may not', () => {
  it('says who may, and which groups and app roles would let them', () => {
    const resource = { kind: 'application', team: 'ieb' } as const
    expect(whyNot(actorOf({ role: 'reader' }), 'write', resource, directory)).toEqual({
      reason: "Only admins, contributors and the team's contributors may change this application.",
      allowedBy: [
        { role: 'admin', grants: ['Platform team'] },
        { role: 'contributor', grants: ['app role Deployer'] },
        { role: 'team contributor', grants: ['group g-2'] },
      ],
    })
  })

  it('is told of a role that nothing gives yet', () => {
    const refusal = whyNot(actorOf(), 'read', { kind: 'audit' }, directory)
    expect(refusal?.allowedBy).toContainEqual({ role: 'reader', grants: [] })
  })

  it('names no group where being the owner is what it takes', () => {
    const resource = { kind: 'token', owner: 'person:other' } as const
    expect(whyNot(actorOf({ role: 'reader' }), 'write', resource, directory)?.allowedBy).toEqual([
      { role: 'admin', grants: ['Platform team'] },
    ])
  })

  it('is nothing where they may', () => {
    expect(whyNot(actorOf({ role: 'admin' }), 'write', { kind: 'settings' }, directory)).toBeNull()
  })

  const sentences: readonly (readonly [Action, Resource, string])[] = [
    ['write', { kind: 'cluster' }, 'Only admins may change this cluster.'],
    ['write', { kind: 'team', team: 'ieb' }, 'Only admins may change this team.'],
    [
      'write',
      { kind: 'target-policy', team: null },
      "Only admins may change the platform's policies.",
    ],
    [
      'read',
      { kind: 'cluster' },
      "Only admins, contributors, readers, teams' contributors and teams' readers may see this cluster.",
    ],
    [
      'write',
      { kind: 'token', owner: 'person:other' },
      'Only admins and its owner may change this token.',
    ],
    ['write', { kind: 'token', owner: null }, 'Only admins may change this token.'],
    [
      'write',
      { kind: 'team-request', asker: 'person:other' },
      'Only admins and whoever asked for it may change this team request.',
    ],
    ['write', { kind: 'team-request', asker: null }, 'Only admins may change this team request.'],
    ['write', { kind: 'audit' }, 'Nobody may change the audit log.'],
  ]
  it.each(sentences)('to %s %o: %s', (action, resource, sentence) => {
    expect(whoMay(action, resource)).toBe(sentence)
  })
})
