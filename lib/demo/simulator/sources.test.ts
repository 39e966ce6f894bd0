import { expect, it } from 'vitest'
import { newestCommit } from './sources.ts'

const YEAR_MS = 365 * 24 * 3_600_000
const at = new Date('2026-11-27T12:00:00Z')

it.each(['0f'.repeat(20), '1.4.0', `sha256:${'0f'.repeat(32)}`])(
  'nothing follows %s, which means the same for good',
  (revision) => {
    expect(newestCommit('ieb/app1', revision, at).id).toBe(revision)
    expect(newestCommit('ieb/app1', revision, new Date(at.getTime() + YEAR_MS)).id).toBe(revision)
  },
)
