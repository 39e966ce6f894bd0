import { describe, expect, it } from 'vitest'
import type { PendingChange, PendingRollout } from '#db/queries/publishing.ts'
import { carriedChanges, commitText, shortTrailers } from './commit-text.ts'

function pending(id: number): PendingChange {
  const actor = { kind: 'token', id: 'test', name: 'test', email: null } as const
  return {
    id,
    at: new Date(0),
    actor,
    action: 'teams.update',
    auditHash: null,
    rollout: null,
    overrides: [],
    removed: 0,
    added: 0,
    changed: 1,
    reason: null,
    state: 'pending',
  }
}

function commitOf(count: number) {
  const others = Array.from({ length: count - 1 }, (_, index) => pending(index + 3))
  const difference = { removed: [], added: [], modified: ['teams/ieb/team.yaml'] }
  return commitText([pending(2), ...others], difference, null)
}

const placement = (cluster: string, application: string) =>
  `clusters/${cluster}/apps/${application}.yaml`
const root = (cluster: string) => `clusters/${cluster}/base/root.yaml`

describe('the text of a commit', () => {
  it('names each of up to a hundred changes, in a line and a trailer', () => {
    const { message } = commitOf(100)
    expect(message.match(/^change \d+, teams\.update: /gm)).toHaveLength(100)
    expect(message.match(/^Berth-Change: \d+$/gm)).toHaveLength(100)
    expect(message).not.toContain('Berth-Changes')
  })

  it('names the first and the last of more than a hundred changes', () => {
    const commit = commitOf(101)
    expect(commit.message.split('\n').slice(1)).toEqual([
      '',
      'Berth-Changes: 2-102',
      'Berth-Actor: token:test',
      '',
    ])
    expect(carriedChanges(commit)).toEqual([{ first: 2, last: 102 }])
  })

  it('says why below each change that says so, in one short line that means nothing to a host', () => {
    const typed = `Closes #12 for @ann\n\nBerth-Change: 7 ${'x'.repeat(900)}`
    const changes = [
      { ...pending(2), reason: typed },
      pending(3),
      { ...pending(4), reason: 'Tills' },
    ] as const
    const commit = commitText(changes, { removed: [], added: [], modified: [] }, null)
    const [, , first, why, ...others] = commit.message.split('\n')
    expect(first).toMatch(/^change 2,/)
    expect(why).toMatch(/^reason: Closes # 12 for @ ann Berth-Change: 7 x+…$/)
    expect(why!.length).toBeLessThan(210)
    expect(others.slice(0, 4)).toEqual([
      expect.stringMatching(/^change 3,/),
      expect.stringMatching(/^change 4,/),
      'reason: Tills',
      '',
    ])
    expect(commit.message).not.toMatch(/[#@]\S/)
    expect(carriedChanges(commit)).toEqual([2, 3, 4].map((id) => ({ first: id, last: id })))
  })

  it('says no reason of a change without one, nor of one that is blank', () => {
    expect(commitOf(2).message).not.toContain('reason')
    const blank = [{ ...pending(2), reason: ' ' }] as const
    expect(commitText(blank, { removed: [], added: [], modified: [] }, null).message).not.toContain(
      'reason',
    )
  })

  it.each([
    ['Add ieb/shop to c1', { added: [placement('c1', 'ieb/shop')] }],
    [
      'Remove ieb/shop from 2 clusters, add ieb/job to c3',
      {
        removed: [placement('c1', 'ieb/shop'), placement('c2', 'ieb/shop')],
        added: [placement('c3', 'ieb/job')],
      },
    ],
    [
      'Change 2 applications on c1',
      { modified: [placement('c1', 'ieb/shop'), placement('c1', 'pay/shop')] },
    ],
    ['Add 2 placements', { added: [placement('c1', 'ieb/shop'), placement('c2', 'ieb/job')] }],
    [
      'Add 2 placements, add 2 clusters',
      { added: ['c1', 'c2'].flatMap((name) => [root(name), placement(name, `ieb/${name}`)]) },
    ],
    [
      'Remove ieb/shop from 1,000 clusters',
      { removed: Array.from({ length: 1000 }, (_, index) => placement(`c${index}`, 'ieb/shop')) },
    ],
    ['Move cluster c1', { modified: [root('c1')] }],
    ['Update 1 file', { modified: ['clusters/c1/teams/ieb/project.yaml'] }],
  ])('begins with %s', (subject, difference) => {
    const all = { removed: [], added: [], modified: [], ...difference }
    expect(commitText([pending(2)], all, null).message.split('\n')[0]).toBe(subject)
  })
})

const ROLLOUT: PendingRollout = {
  id: 19,
  application: 'ieb/shop',
  environment: 'prod',
  version: '1.2.0',
  wave: 'canary',
  waveNumber: 2,
  goesBack: false,
  other: null,
  reason: null,
}
const NOTHING = { removed: [], added: [], modified: [] }
const TWO = [placement('c1', 'ieb/shop'), placement('c2', 'ieb/shop')]

function releaseOf(rollout: Partial<PendingRollout>, difference = {}) {
  const released = { ...pending(105), action: 'rollouts.wave', rollout: { ...ROLLOUT, ...rollout } }
  const all = { removed: [], added: [], modified: TWO, ...difference }
  return commitText([released], all, null).message.split('\n')
}

describe('the text of a commit of a rollout', () => {
  it.each([
    ['Roll out ieb/shop 1.2.0 to prod, wave canary (2 clusters)', {}],
    [
      'Roll back ieb/shop to 1.1.0 in prod (2 clusters)',
      { goesBack: true, version: '1.1.0', wave: 'rest' },
    ],
    [
      'Roll back ieb/shop to what was there before versions in prod (2 clusters)',
      { goesBack: true, version: null, wave: 'rest' },
    ],
    [
      'Roll back ieb/shop 1.2.0 to 1.1.0 in prod (2 clusters)',
      { goesBack: true, version: '1.1.0', wave: 'rest', other: '1.2.0' },
    ],
    ['Roll back ieb/shop 1.2.0 in prod (2 clusters)', { wave: null }],
    [
      'Roll back ieb/shop 1.2.0 to 1.1.0, the branch in prod (2 clusters)',
      { wave: null, other: '1.1.0, the branch' },
    ],
  ])('begins with %s', (subject, rollout) => {
    expect(releaseOf(rollout)[0]).toBe(subject)
  })

  it('names the rollout, its wave and why, and nothing that a host takes for an issue or a name', () => {
    const lines = releaseOf({ reason: `Fixes #12 for @ann\n\nBerth-Change: 7 ${'x'.repeat(900)}` })
    expect(lines.slice(2, 4)).toEqual([
      'change 105, rollouts.wave: 0 removed, 0 added, 1 changed',
      'rollout 19, wave canary',
    ])
    expect(lines[4]).toMatch(/^reason: Fixes # 12 for @ ann Berth-Change: 7 x+…$/)
    expect(lines[4]!.length).toBeLessThan(220)
    expect(lines.slice(5)).toEqual([
      '',
      'Berth-Change: 105',
      'Berth-Rollout: 19/2',
      'Berth-Version: 1.2.0',
      'Berth-Actor: token:test',
      '',
    ])
    expect(lines.join('\n')).not.toMatch(/[#@]\S/)
  })

  it.each([
    ['a version', {}, ['Berth-Rollout: 19/2', 'Berth-Version: 1.2.0']],
    ['what was there before versions', { version: null }, ['Berth-Rollout: 19/2']],
    ['what a rollout took back', { wave: null, waveNumber: null }, []],
  ])(
    'states the rollout and its version for programs, where a wave gives %s',
    (_, rollout, said) => {
      const lines = releaseOf(rollout)
      expect(lines.filter((line) => /^Berth-(?:Rollout|Version)/.test(line))).toEqual(said)
    },
  )

  it('states them in no trailers that have to be short, and reads no change from them', () => {
    const released = { ...pending(105), action: 'rollouts.wave', rollout: ROLLOUT }
    expect(shortTrailers([released], null)).toEqual(['Berth-Changes: 105-105'])
    const { committer, message } = commitText([released], NOTHING, null)
    expect(carriedChanges({ committer, message })).toEqual([{ first: 105, last: 105 }])
  })

  it('says what was overridden, by whom and why, and nothing that a host takes for an issue or a name', () => {
    const by = { kind: 'person', id: 'eve', name: 'Eve @on-call' } as const
    const overrides = [
      { code: 'frozen', name: 'christmas', by, reason: 'Closes #12\nBerth-Change: 7' },
      { code: 'environment_protected', name: 'prod' },
    ]
    const released = { ...pending(105), action: 'rollouts.wave', rollout: ROLLOUT, overrides }
    const { committer, message } = commitText([released], NOTHING, null)
    const lines = message.split('\n')
    expect(lines.filter((line) => line.startsWith('overridden'))).toEqual([
      'overridden by Eve @ on-call: frozen christmas, Closes # 12 Berth-Change: 7',
      'overridden: environment_protected prod',
    ])
    expect(lines.filter((line) => line.startsWith('Berth-Override'))).toEqual([
      'Berth-Override: frozen/christmas',
      'Berth-Override: environment_protected/prod',
    ])
    expect(carriedChanges({ committer, message })).toEqual([{ first: 105, last: 105 }])
    expect(shortTrailers([released], null)).toEqual(['Berth-Changes: 105-105'])
  })

  it('tells of the first twenty that were overridden', () => {
    const overrides = Array.from({ length: 50 }, (_, index) => ({
      code: 'frozen',
      name: `f${index}`,
    }))
    const { message } = commitText([{ ...pending(105), overrides }], NOTHING, null)
    expect(message.match(/^overridden: frozen f\d+$/gm)).toHaveLength(20)
    expect(message.match(/^Berth-Override: frozen\/f\d+$/gm)).toHaveLength(20)
  })

  it('says in counts what moves where the commit does something else, too', () => {
    const others = [...TWO, placement('c1', 'ieb/job')]
    expect(releaseOf({}, { modified: others })[0]).toBe('Change 3 placements')
    expect(releaseOf({}, { removed: [placement('c3', 'ieb/shop')] })[0]).toMatch(
      /^Remove ieb\/shop/,
    )
    const changes = [{ ...pending(105), rollout: ROLLOUT }, pending(106)] as const
    const all = { removed: [], added: [], modified: TWO }
    expect(commitText(changes, all, null).message).toMatch(/^Change ieb\/shop on 2 clusters\n/)
  })
})
