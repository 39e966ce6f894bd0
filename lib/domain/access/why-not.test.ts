import { describe, expect, it } from 'vitest'
import { actorOf } from '#lib/domain/testing/actors.ts'
import type { AccessDirectory } from './access.ts'
import type { Action } from './permissions.ts'
import type { Resource } from './resource.ts'
import { whoMay, whyNoNew, whyNot, whyNotText } from './why-not.ts'

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
        { role: 'admin', grants: ['group Platform team (g-1)'] },
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
      { role: 'admin', grants: ['group Platform team (g-1)'] },
    ])
  })

  it('is nothing where they may', () => {
    expect(whyNot(actorOf({ role: 'admin' }), 'write', { kind: 'settings' }, directory)).toBeNull()
  })

  const sentences: readonly (readonly [Action, Resource, string])[] = [
    // action | resource | sentence
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
  it('of everything of a kind, names the groups of the own teams alone', () => {
    const reader = actorOf({ teams: new Map([['ieb', 'reader']]) })
    expect(whyNoNew(reader, 'application', directory)).toEqual({
      reason: "Only admins, contributors and teams' contributors may create applications.",
      allowedBy: [
        { role: 'admin', grants: ['group Platform team (g-1)'] },
        { role: 'contributor', grants: ['app role Deployer'] },
        { role: 'team contributor', grants: ['group g-2'] },
      ],
    })
    const auditor = whyNoNew(actorOf({ role: 'reader' }), 'target-policy', directory)
    expect(auditor?.allowedBy.at(-1)).toEqual({ role: 'team contributor', grants: [] })
  })

  it.each([
    ['cluster', 'Only admins may create clusters.'],
    ['team', 'Only admins may create teams.'],
  ] as const)('a new %s: %s', (kind, sentence) => {
    const contributor = actorOf({ role: 'contributor', teams: new Map([['ieb', 'contributor']]) })
    expect(whyNoNew(contributor, kind, directory)?.reason).toBe(sentence)
    expect(whyNoNew(actorOf({ role: 'admin' }), kind, directory)).toBeNull()
  })

  it.each(['application', 'target-policy'] as const)(
    'whoever contributes to a single team may make a new %s',
    (kind) => {
      const ines = actorOf({ teams: new Map([['ieb', 'contributor']]) })
      expect(whyNoNew(ines, kind, directory)).toBeNull()
    },
  )

  it('as one text names the groups that give the least first, and no more than help', () => {
    const reader = actorOf({ role: 'reader' })
    const textOf = (known: AccessDirectory) =>
      whyNotText(whyNot(reader, 'write', { kind: 'application', team: 'ieb' }, known)!)
    const who = "Only admins, contributors and the team's contributors may change this application."
    expect(textOf(directory)).toBe(
      `${who} Group g-2, app role Deployer or group Platform team (g-1) would allow it.`,
    )
    const groups = ['a', 'b', 'c', 'd'].map((id) => ({ id, role: 'contributor' as const }))
    expect(textOf({ ...directory, teams: [{ team: 'ieb', groups }] })).toBe(
      `${who} Group a, group b, group c or one of 3 more would allow it.`,
    )
    expect(textOf({ grants: [], teams: [] })).toBe(`${who} No group gives that yet.`)
    expect(whyNotText(whyNot(reader, 'write', { kind: 'audit' }, directory)!)).toBe(
      'Nobody may change the audit log.',
    )
  })

  it.each(sentences)('to %s %o: %s', (action, resource, sentence) => {
    expect(whoMay(action, resource)).toBe(sentence)
  })
})
