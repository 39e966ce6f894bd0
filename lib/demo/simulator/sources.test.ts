import { describe, expect, it } from 'vitest'
import { newestRevision } from './sources.ts'

const YEAR_MS = 365 * 24 * 3_600_000
const at = new Date('2026-11-27T12:00:00Z')
const inAYear = new Date(at.getTime() + YEAR_MS)
const app1 = { team: 'ieb', application: 'app1' } as const

it.each([
  ['git', '0f'.repeat(20)],
  ['helm', '1.4.0'],
  ['oci', `sha256:${'0f'.repeat(32)}`],
] as const)('nothing follows, of %s, %s, which means the same for good', (sourceType, revision) => {
  const followed = { ...app1, sourceType, targetRevision: revision }
  expect(newestRevision(followed, at).id).toBe(revision)
  expect(newestRevision(followed, inAYear).id).toBe(revision)
})

describe('what is followed', () => {
  it.each([
    // type | what is followed | its newest revisions
    ['git', 'main', /^[0-9a-f]{40}$/],
    ['helm', '^1.4', /^1\.\d+\.0$/],
    ['helm', '20.1.*', /^20\.1\.\d+$/],
    ['oci', 'stable', /^sha256:[0-9a-f]{64}$/],
  ] as const)('of %s, as %s, is a newer revision of its own sort in a year', (type, text, form) => {
    const followed = { ...app1, sourceType: type, targetRevision: text }
    const ids = [at, inAYear].map((instant) => newestRevision(followed, instant).id)
    expect(ids).toEqual([expect.stringMatching(form), expect.stringMatching(form)])
    expect(new Set(ids).size).toBe(2)
  })
})
