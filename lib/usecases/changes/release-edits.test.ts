import { expect, it } from 'vitest'
import type { Release } from '#lib/domain/releases/release.ts'
import { requireRoomForReleases } from './release-edits.ts'

const base: Release = {
  application: 1,
  environment: 'prod',
  version: null,
  source: {
    repoUrl: 'https://git.example.com/a.git',
    repoBranch: 'main',
    repoPath: 'deploy',
    packaging: null,
  },
  targets: null,
  clusters: null,
  current: false,
  rollout: null,
}
const beginning = (count: number) => () =>
  requireRoomForReleases({ begun: Array.from({ length: count }, () => base) })

it('refuses an edit that begins more releases by itself than one change keeps', () => {
  expect(beginning(100_000)).not.toThrow()
  expect(beginning(100_001)).toThrow('at most 100,000 begin at once')
})
