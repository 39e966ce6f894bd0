import { describe, expect, it } from 'vitest'
import type { PendingChange } from '#db/queries/publishing.ts'
import { carriedChanges, commitText } from './commit-text.ts'

function pending(id: number): PendingChange {
  const actor = { kind: 'token', id: 'test', name: 'test', email: null } as const
  const counts = { removed: 0, added: 0, changed: 1, reason: null, state: 'pending' } as const
  return { id, at: new Date(0), actor, action: 'teams.update', auditHash: null, ...counts }
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
    expect(message.match(/^#\d+ teams\.update: /gm)).toHaveLength(100)
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
