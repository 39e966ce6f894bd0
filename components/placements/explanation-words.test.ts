import { expect, it } from 'vitest'
import { explainPair } from '#lib/domain/fleet/explanation.ts'
import type { TargetPolicy } from '#lib/domain/objects/objects.ts'
import { aCluster, anApplication, aPolicy, aTeam } from '#lib/domain/testing/objects.ts'
import { reasonOf } from './explanation-words.ts'

const targets = [{ name: 'early', environment: 'prod', repoPath: 'deploy/early' }]
const EVERYTHING = { kind: 'everything' } as const

function reason(...policies: readonly Partial<TargetPolicy>[]): string {
  const everywhere = { appSelector: EVERYTHING, clusterSelector: EVERYTHING, team: null }
  return reasonOf(
    explainPair(
      anApplication({ name: 'app1', team: 'ieb', targets }),
      aCluster({ name: 'p1', environment: 'prod' }),
      aTeam({ name: 'ieb' }),
      policies.map((given) => aPolicy({ ...everywhere, ...given })),
      new Map(),
    ),
  )
}

it('says from which target’s directory a pair is placed', () => {
  expect(reason({ name: 'all', target: 'early' })).toBe(
    'It is given by the policy all, from the directory of its target early, and nothing excludes it.',
  )
  expect(reason({ name: 'all' })).toBe('It is given by the policy all, and nothing excludes it.')
})

it('says where a policy selects a pair and the application lacks its target there', () => {
  expect(reason({ name: 'all', target: 'late' }, { name: 'more', target: 'later' })).toBe(
    'It is selected by the policy all, but it has no target late in prod.',
  )
  expect(reason({ name: 'all', target: 'late', suspended: true })).toBe(
    'No policy that includes selects both of them.',
  )
})
