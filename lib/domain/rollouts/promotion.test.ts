import { describe, expect, it } from 'vitest'
import { admissionOf, type Candidate, promotionOf, type Road } from './promotion.ts'

const HOUR_MS = 3_600_000
const NOW = 100 * HOUR_MS

const candidate = (number: number, succeededAt: number | null = 0): Candidate => ({
  number,
  after: [{ environment: 'dev', at: succeededAt }],
  isRepositoryAllowed: true,
})

function road(given: Partial<Road>): Road {
  return {
    auto: 'newest',
    afterSoakMs: HOUR_MS,
    isPlaced: true,
    base: null,
    autoAfter: null,
    rollout: null,
    versions: [candidate(1), candidate(2), candidate(3)],
    ...given,
  }
}

const next = (given: Partial<Road>) => promotionOf(road(given), NOW)
const atOnce = (version: number) => ({ version, at: NOW, isAfterRollout: false })

describe('the version that an environment takes next by itself', () => {
  it('is the newest that may come', () => {
    expect(next({})).toEqual(atOnce(3))
    expect(next({ versions: [candidate(3, null), candidate(2), candidate(1)] })).toEqual(atOnce(2))
  })

  it.each<[string, Partial<Road>]>([
    ['where nothing starts by itself', { auto: 'off' }],
    ['where the application is placed on no cluster', { isPlaced: false }],
    ['where there is none', { versions: [] }],
    ['where the newest is', { base: 3 }],
    ['where a newer one is on its way', { rollout: { version: 3 } }],
    ['where all were known when somebody went back', { base: 1, autoAfter: 3 }],
    ['that succeeded nowhere', { versions: [candidate(4, null)] }],
    [
      'of a repository that the team may no longer use',
      { versions: [{ ...candidate(4), isRepositoryAllowed: false }] },
    ],
  ])('is none %s', (_, given) => {
    expect(next(given)).toBeNull()
  })

  it('comes when it succeeded for long enough, if none may come before', () => {
    const soaking = [candidate(2, NOW - 40 * 60_000), candidate(3, NOW - 20 * 60_000)]
    const at = NOW + 20 * 60_000
    expect(next({ versions: soaking })).toEqual({ version: 2, at, isAfterRollout: false })
    expect(next({ versions: [...soaking, candidate(1)] })).toEqual(atOnce(1))
    expect(promotionOf(road({ versions: soaking }), at)).toMatchObject({ version: 2, at })
  })

  it('waits until the rollout that is under way is over', () => {
    const underWay = { base: 1, rollout: { version: 2 } }
    expect(next(underWay)).toEqual({ version: 3, at: NOW, isAfterRollout: true })
    expect(next({ ...underWay, rollout: { version: null } })).toMatchObject({ version: 3 })
  })

  it('is later than what was known when somebody went back', () => {
    const versions = [1, 2, 3, 4].map((number) => candidate(number))
    expect(next({ base: 1, autoAfter: 3, versions })).toEqual(atOnce(4))
  })
})

describe('a version that may not come', () => {
  it('says why, and until when', () => {
    expect(admissionOf(candidate(1), road({}), NOW)).toBeNull()
    expect(admissionOf(candidate(1, null), road({}), NOW)).toMatchObject({
      until: null,
      text: 'The version hasn’t succeeded in dev.',
    })
    expect(admissionOf(candidate(1, NOW), road({}), NOW)).toMatchObject({ until: NOW + HOUR_MS })
    const foreign = { ...candidate(1), isRepositoryAllowed: false }
    expect(admissionOf(foreign, road({}), NOW)).toMatchObject({ until: null })
  })
})
