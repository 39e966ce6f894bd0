import { describe, expect, it } from 'vitest'
import { type AnnouncedCommit, type RunningPlacements, runningOf } from './running.ts'

const hour = (count: number) => new Date(Date.UTC(2026, 10, 22, count))

const some = (
  environment: string | null,
  revision: string | null,
  count: number,
  { at = null, isSilent = false }: { at?: Date | null; isSilent?: boolean } = {},
): RunningPlacements => ({ environment, revision, count, isSilent, firstAt: at })

const announced = (number: number, revision: string, at: Date): AnnouncedCommit => ({
  revision,
  number,
  name: `v${number}`,
  at,
})
const unannounced = { version: null, lag: null }

describe('what runs of an application', () => {
  it('is told by environment, the most frequent revision first', () => {
    const { environments, lagging } = runningOf(
      [
        some('prod', 'a', 3, { at: hour(1) }),
        some('prod', 'b', 5, { at: hour(2) }),
        some(null, 'a', 1, { at: hour(1) }),
        some('edge', null, 2),
      ],
      [],
    )
    expect(environments).toEqual([
      { environment: 'edge', placements: 2, untold: 2, revisions: [] },
      {
        environment: 'prod',
        placements: 8,
        untold: 0,
        revisions: [
          { revision: 'b', ...unannounced, count: 5, silent: 0, isNewest: true },
          { revision: 'a', ...unannounced, count: 3, silent: 0, isNewest: false },
        ],
      },
      {
        environment: null,
        placements: 1,
        untold: 0,
        revisions: [{ revision: 'a', ...unannounced, count: 1, silent: 0, isNewest: false }],
      },
    ])
    expect(lagging).toBe(4)
  })

  it('lags behind the revision that appeared last, wherever it did', () => {
    const { newest } = runningOf(
      [
        some('prod', 'a', 9, { at: hour(5) }),
        some('staging', 'a', 1, { at: hour(1) }),
        some('staging', 'b', 1, { at: hour(3) }),
      ],
      [],
    )
    expect(newest).toEqual({ revision: 'b', version: null, at: hour(3) })
  })

  it('is said to be unknown on silent clusters', () => {
    const { environments } = runningOf(
      [
        some('prod', 'a', 3, { at: hour(1) }),
        some('prod', 'a', 2, { at: hour(2), isSilent: true }),
      ],
      [],
    )
    expect(environments[0]?.revisions).toEqual([
      { revision: 'a', ...unannounced, count: 5, silent: 2, isNewest: true },
    ])
  })

  it('doesn’t lag behind what nobody named', () => {
    expect(runningOf([some('prod', 'a', 3), some('prod', 'b', 1)], [])).toMatchObject({
      newest: null,
      lagging: 0,
    })
    const only = { revision: 'a', version: null, at: null }
    expect(runningOf([some('prod', 'a', 3)], []).newest).toEqual(only)
    expect(runningOf([], [])).toEqual({ newest: null, lagging: 0, environments: [] })
  })

  it('lags by as many versions as were announced after it, whenever clusters got them', () => {
    const { newest, lagging, environments } = runningOf(
      [
        some('prod', 'a', 2, { at: hour(9) }),
        some('prod', 'x', 1, { at: hour(2) }),
        some('staging', 'c', 1, { at: hour(5) }),
      ],
      [announced(4, 'd', hour(4)), announced(1, 'a', hour(1)), announced(3, 'c', hour(3))],
    )
    expect(newest).toEqual({ revision: 'd', version: { number: 4, name: 'v4' }, at: hour(4) })
    expect(lagging).toBe(4)
    expect(environments.flatMap(({ revisions }) => revisions)).toMatchObject([
      { revision: 'a', version: { number: 1, name: 'v1' }, lag: 3, isNewest: false },
      { revision: 'x', ...unannounced, isNewest: false },
      { revision: 'c', version: { number: 3 }, lag: 1, isNewest: false },
    ])
  })

  it('lags behind what appeared after the last announcement, by nobody knows how much', () => {
    const { newest, environments } = runningOf(
      [some('prod', 'a', 2, { at: hour(1) }), some('prod', 'x', 1, { at: hour(6) })],
      [announced(4, 'd', hour(4)), announced(1, 'a', hour(1))],
    )
    expect(newest).toEqual({ revision: 'x', version: null, at: hour(6) })
    expect(environments[0]?.revisions).toMatchObject([
      { revision: 'a', version: { number: 1 }, lag: null },
      { revision: 'x', ...unannounced, isNewest: true },
    ])
  })
})
