import { describe, expect, it } from 'vitest'
import { judgePlaced, judgeUnwanted } from './judge.ts'
import type { ReportedItem } from './reported.ts'
import type { State } from './states.ts'
import { commit, condition, item, syncEntry } from './testing/items.ts'

const NEVER = { comparisonError: null, unwanted: null }
const NOON = new Date('2026-03-01T12:00:00Z')
const FIVE_MINUTES_LATER = new Date('2026-03-01T12:05:00Z')
const QUARTER_PAST = new Date('2026-03-01T12:15:00Z')

const wanted = { targetRevision: 'main' }
const noSync = { history: [] }
const outOfSync = { sync: 'OutOfSync' } as const
const atNewer = { revision: commit(2) }
const stuck = { conditions: [condition('DeletionError')], deleting: true }

function stateOf(fields: Partial<ReportedItem>, target: string | null = 'main'): State {
  return judgePlaced(item(fields), { targetRevision: target }, NEVER).state
}

describe('an application that is placed', () => {
  it.each<readonly [State, string, Partial<ReportedItem>]>([
    ['healthy', 'it is in sync and healthy', {}],
    ['healthy', 'it is, though no operation was ever needed', { phase: null, ...noSync }],
    ['failed', 'its operation failed', { phase: 'Failed', ...outOfSync }],
    ['failed', 'its operation ended in an error', { phase: 'Error' }],
    [
      'failed',
      'its operation failed, also if it is degraded',
      { phase: 'Failed', health: 'Degraded' },
    ],
    ['failed', 'it can’t be deleted', stuck],
    [
      'degraded',
      'it is degraded, also while an operation runs',
      { health: 'Degraded', phase: 'Running' },
    ],
    ['degraded', 'it is degraded, also if it drifted', { health: 'Degraded', ...outOfSync }],
    ['drifted', 'it is out of sync with the commit that was applied', outOfSync],
    ['drifted', 'all that it consists of was deleted', { ...outOfSync, health: 'Missing' }],
    ['drifted', 'it is, though its history is empty', { ...outOfSync, ...noSync }],
    ['behind', 'a newer commit was seen and isn’t applied', { ...outOfSync, ...atNewer }],
    ['progressing', 'an operation runs', { ...outOfSync, phase: 'Running' }],
    [
      'progressing',
      'an operation runs for a newer commit',
      { ...outOfSync, ...atNewer, phase: 'Running' },
    ],
    ['progressing', 'an operation is being stopped', { phase: 'Terminating' }],
    ['progressing', 'it is being deleted', { deleting: true }],
    ['progressing', 'it is in sync and not healthy yet', { health: 'Progressing' }],
    ['progressing', 'it is in sync and not there yet', { health: 'Missing' }],
    ['progressing', 'it was never synced', { ...outOfSync, phase: null, ...noSync }],
    [
      'progressing',
      'it was never compared',
      { sync: 'Unknown', health: 'Unknown', phase: null, revision: null, ...noSync },
    ],
    ['suspended', 'it is suspended', { health: 'Suspended' }],
    ['unknown', 'its health can’t be told', { health: 'Unknown' }],
    ['unknown', 'it can’t be told whether it is in sync', { sync: 'Unknown' }],
  ])('is %s where %s', (state, _, fields) => {
    expect(stateOf(fields)).toBe(state)
  })

  it.each<readonly [State, string, Partial<ReportedItem>, string | null]>([
    ['behind', 'its manifest asks for another branch than is wanted', {}, 'next'],
    ['behind', 'that one failed', { phase: 'Failed' }, 'next'],
    ['degraded', 'that one is degraded', { health: 'Degraded' }, 'next'],
    ['healthy', 'whatever its manifest asks for is wanted', {}, null],
    ['healthy', 'it doesn’t say what its manifest asks for', { targetRevision: null }, 'next'],
  ])('is %s where %s', (state, _, fields, target) => {
    expect(stateOf(fields, target)).toBe(state)
  })

  it.each(['ComparisonError', 'InvalidSpecError'])(
    'fails after five minutes of an %s, whatever it is until then',
    (type) => {
      const since = { ...NEVER, comparisonError: NOON }
      const later = { state: 'failed', at: FIVE_MINUTES_LATER }
      const broken = { sync: 'Unknown', conditions: [condition(type)] } as const
      expect(judgePlaced(item(broken), wanted, since)).toEqual({ state: 'progressing', later })
      const degraded = { ...broken, health: 'Degraded' } as const
      expect(judgePlaced(item(degraded), wanted, since)).toEqual({ state: 'degraded', later })
      const failed = { ...broken, phase: 'Failed' } as const
      expect(judgePlaced(item(failed), wanted, since)).toEqual({ state: 'failed', later: null })
    },
  )

  it('doesn’t fail by what Argo CD only warns of', () => {
    const conditions = ['SharedResourceWarning', 'ExcludedResourceWarning'].map(condition)
    expect(stateOf({ conditions })).toBe('healthy')
  })

  it('has applied what it synced last, whatever it synced before', () => {
    const history = [1, 2].map((number) => syncEntry(number, NOON))
    expect(stateOf({ ...outOfSync, history, revision: commit(2) })).toBe('drifted')
    expect(stateOf({ ...outOfSync, history, revision: commit(1) })).toBe('behind')
  })
})

describe('an application that is there without being placed', () => {
  const unwanted = { ...NEVER, unwanted: NOON }
  it.each([
    ['leaves while its cluster doesn’t know', {}, NEVER, 'leaving', null],
    ['leaves while it is being deleted', { deleting: true }, unwanted, 'leaving', null],
    [
      'is orphaned if nobody deletes it in a quarter of an hour',
      {},
      unwanted,
      'leaving',
      'orphaned',
    ],
    ['failed if its deletion is stuck', stuck, unwanted, 'failed', null],
  ] as const)('%s', (_, fields, since, state, later) => {
    expect(judgeUnwanted(item(fields), since)).toEqual({
      state,
      later: later === null ? null : { state: later, at: QUARTER_PAST },
    })
  })
})
