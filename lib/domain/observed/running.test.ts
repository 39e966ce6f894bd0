import { describe, expect, it } from 'vitest'
import { type RunningPlacements, runningOf } from './running.ts'

const hour = (count: number) => new Date(Date.UTC(2026, 10, 22, count))

const some = (
  environment: string | null,
  revision: string | null,
  count: number,
  { at = null, isSilent = false }: { at?: Date | null; isSilent?: boolean } = {},
): RunningPlacements => ({ environment, revision, count, isSilent, firstAt: at })

describe('what runs of an application', () => {
  it('is told by environment, the most frequent revision first', () => {
    const { environments, lagging } = runningOf([
      some('prod', 'a', 3, { at: hour(1) }),
      some('prod', 'b', 5, { at: hour(2) }),
      some(null, 'a', 1, { at: hour(1) }),
      some('edge', null, 2),
    ])
    expect(environments).toEqual([
      { environment: 'edge', placements: 2, untold: 2, revisions: [] },
      {
        environment: 'prod',
        placements: 8,
        untold: 0,
        revisions: [
          { revision: 'b', count: 5, silent: 0, isNewest: true },
          { revision: 'a', count: 3, silent: 0, isNewest: false },
        ],
      },
      {
        environment: null,
        placements: 1,
        untold: 0,
        revisions: [{ revision: 'a', count: 1, silent: 0, isNewest: false }],
      },
    ])
    expect(lagging).toBe(4)
  })

  it('lags behind the revision that appeared last, wherever it did', () => {
    const { newest } = runningOf([
      some('prod', 'a', 9, { at: hour(5) }),
      some('staging', 'a', 1, { at: hour(1) }),
      some('staging', 'b', 1, { at: hour(3) }),
    ])
    expect(newest).toEqual({ revision: 'b', firstAt: hour(3) })
  })

  it('is said to be unknown on silent clusters', () => {
    const { environments } = runningOf([
      some('prod', 'a', 3, { at: hour(1) }),
      some('prod', 'a', 2, { at: hour(2), isSilent: true }),
    ])
    expect(environments[0]?.revisions).toEqual([
      { revision: 'a', count: 5, silent: 2, isNewest: true },
    ])
  })

  it('doesn’t lag behind what nobody named', () => {
    expect(runningOf([some('prod', 'a', 3), some('prod', 'b', 1)])).toMatchObject({
      newest: null,
      lagging: 0,
    })
    expect(runningOf([some('prod', 'a', 3)]).newest).toEqual({ revision: 'a', firstAt: null })
    expect(runningOf([])).toEqual({ newest: null, lagging: 0, environments: [] })
  })
})
