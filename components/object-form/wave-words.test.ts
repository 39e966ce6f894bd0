import { describe, expect, it } from 'vitest'
import { ASKED_AFTER, rowsOfWaves } from './wave-rows.ts'
import { afterSentences, membersText } from './wave-words.ts'

const nameOf = (id: string) => (id === 'a' ? 'Release managers' : id)

describe('what is said of a wave', () => {
  it('names its clusters and who approves', () => {
    const rows = rowsOfWaves([
      {
        name: 'canary',
        clusters: { matchLabels: { ring: 'canary' } },
        size: 5,
        before: { approvals: { count: 2, groups: [{ id: 'a' }], self: false } },
      },
      { name: 'early', size: '20%' },
      { name: 'ring', clusters: { matchLabels: { ring: 'two' } } },
      { name: 'early', target: 'early' },
      { name: 'half', clusters: { matchLabels: { ring: 'two' } }, target: 'early', size: '50%' },
      { name: 'rest', before: { approvals: { count: 1, groups: [{ id: 'a' }], self: false } } },
    ])
    expect(rows.map((row, index) => membersText(row, index === 5, nameOf))).toEqual([
      '5 of ring=canary, after 2 approvals of Release managers',
      '20% of all',
      'All of ring=two',
      'All with target early',
      '50% of ring=two with target early',
      'All others, after 1 approval of Release managers',
    ])
  })

  it('says what must hold before it goes on, and what happens otherwise', () => {
    const after = {
      ...ASKED_AFTER,
      healthy: '90%',
      soak: '30m',
      deadline: '4h',
      checks: 'e2e\nload',
    }
    expect(afterSentences(after, false)).toEqual([
      'Goes on when 90% of the clusters that report are healthy, none is failing and at most half are silent, for 30 minutes, and e2e and load passed.',
      'Pauses when more are failing, a check failed or it isn’t done after 4 hours.',
      'Where no cluster reports, somebody approves it.',
    ])
  })

  it('says of the rest when the rollout is done', () => {
    const after = {
      ...ASKED_AFTER,
      failing: '5%',
      silent: '0%',
      unobserved: 'time',
      on_failure: 'rollback',
    } as const
    expect(afterSentences(after, true)).toEqual([
      'Is done when all of the clusters that report are healthy, at most 5% are failing and none is silent.',
      'Rolls back when more are failing.',
      'Where no cluster reports, time alone counts.',
    ])
    expect(afterSentences(null, true)).toEqual(['Is done as soon as it is in Git.'])
    expect(afterSentences(null, false)).toEqual(['Goes on as soon as it is in Git.'])
  })
})
