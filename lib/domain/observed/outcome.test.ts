import { describe, expect, it } from 'vitest'
import { outcomeOf, type Told } from './outcome.ts'

const at = new Date('2026-03-01T12:00:00Z')
const nothing: Told = {
  pulledAt: null,
  healthyAt: null,
  last: null,
  hasEnded: false,
  wasPassed: false,
  isSilent: false,
}

describe('what became of a deployment', () => {
  it.each<[string, Partial<Told>, string]>([
    ['nothing yet', {}, 'in_progress'],
    ['its cluster is silent', { isSilent: true }, 'unknown'],
    ['pulled', { pulledAt: at }, 'in_progress'],
    ['pulled, and the cluster fell silent', { pulledAt: at, isSilent: true }, 'unknown'],
    ['healthy', { pulledAt: at, healthyAt: at, last: 'healthy' }, 'succeeded'],
    ['broken after it was healthy', { pulledAt: at, healthyAt: at, last: 'failed' }, 'succeeded'],
    ['healthy until it ended', { pulledAt: at, healthyAt: at, hasEnded: true }, 'succeeded'],
    ['failed', { pulledAt: at, last: 'failed' }, 'failed'],
    ['degraded until it ended', { pulledAt: at, last: 'degraded', hasEnded: true }, 'failed'],
    [
      'failed, and the cluster is silent',
      { pulledAt: at, last: 'missing', isSilent: true },
      'failed',
    ],
    ['the one before failed, this isn’t pulled', { last: 'failed' }, 'in_progress'],
    [
      'ended before it was healthy',
      { pulledAt: at, last: 'progressing', hasEnded: true },
      'superseded',
    ],
    ['ended before it was pulled', { hasEnded: true, wasPassed: true }, 'superseded'],
    ['ended when nobody listened', { hasEnded: true }, 'unknown'],
  ])('%s', (_, told, outcome) => {
    expect(outcomeOf({ ...nothing, ...told })).toBe(outcome)
  })
})
