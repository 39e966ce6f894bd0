import { expect, it } from 'vitest'
import type { Choice } from '#lib/domain/fleet/choices.ts'
import { explainPair } from '#lib/domain/fleet/explanation.ts'
import type { TargetPolicy } from '#lib/domain/objects/objects.ts'
import { aCluster, anApplication, aPolicy, aTeam } from '#lib/domain/testing/objects.ts'
import { reasonOf } from './explanation-words.ts'

const targets = [{ name: 'early', environment: 'prod', repoPath: 'deploy/early' }]
const EVERYTHING = { kind: 'everything' } as const

function reason(...policies: readonly Partial<TargetPolicy>[]): string {
  return chosenReason({}, ...policies)
}

/** `choices`: by the names of policies. */
function chosenReason(
  choices: Readonly<Record<string, Choice>>,
  ...policies: readonly Partial<TargetPolicy>[]
): string {
  const everywhere = { appSelector: EVERYTHING, clusterSelector: EVERYTHING, team: null }
  return reasonOf(
    explainPair(
      anApplication({ name: 'app1', team: 'ieb', targets }),
      aCluster({ name: 'p1', environment: 'prod' }),
      aTeam({ name: 'ieb' }),
      policies.map((given) => aPolicy({ ...everywhere, ...given })),
      new Map(Object.entries(choices)),
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

const PICK = { count: { count: 3 }, spreadBy: null, prefer: [] }
const CHOSEN = { by: 'pick', holds: true, reason: 'chosen by pick (3 of 12)' }

it('says that a pair was chosen, unless another policy places it anyway', () => {
  const picks = { name: 'some', pick: PICK }
  expect(chosenReason({ some: CHOSEN }, picks)).toBe(
    'It is given by the policy some, chosen by pick (3 of 12), and nothing excludes it.',
  )
  expect(chosenReason({ some: CHOSEN }, picks, { name: 'all' })).toBe(
    'It is given by the policies all, some, and nothing excludes it.',
  )
})

it('says where a policy selects a pair that was not chosen', () => {
  const [reason, later] = ['not chosen by pick (3 of 12)', 'packer has not decided yet']
  expect(
    chosenReason({ some: { by: 'pick', holds: false, reason } }, { name: 'some', pick: PICK }),
  ).toBe('It is selected by the policy some, but not chosen by pick (3 of 12).')
  expect(
    chosenReason(
      { some: { by: 'packer', holds: false, reason: later } },
      { name: 'some', scheduler: 'packer' },
    ),
  ).toBe('It is selected by the policy some, but packer has not decided yet.')
})
