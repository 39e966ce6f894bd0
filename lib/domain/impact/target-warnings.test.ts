import { expect, it } from 'vitest'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import type { TargetPolicy } from '#lib/domain/objects/objects.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { impactOn } from '#lib/domain/testing/fleets.ts'
import { aCluster, anApplication, aPolicy, aTeam, where } from '#lib/domain/testing/objects.ts'
import { impactWarnings } from './impact-warnings.ts'

const target = (name: string, environment: string) => ({ name, environment, repoPath: name })
const targets = [target('early', 'qa'), target('early', 'dev'), target('late', 'prod')]

const fleet = emptyFleet().with([
  editTo(0, aTeam({ name: 'ieb' })),
  editTo(0, aCluster({ name: 'p1', environment: 'prod' })),
  editTo(1, aCluster({ name: 'q1', environment: 'qa' })),
  editTo(0, anApplication({ name: 'app1', team: 'ieb', targets })),
  editTo(1, anApplication({ name: 'app2', team: 'ieb' })),
])

const inEnvironment = (name: string) => where({ key: 'environment', operator: '=', values: [name] })

function warningsOf(given: Partial<TargetPolicy>): string[] {
  const policy = aPolicy({
    name: 'birds',
    team: null,
    appSelector: { kind: 'everything' },
    clusterSelector: inEnvironment('prod'),
    ...given,
  })
  const edits = [editTo(0, policy)]
  return impactWarnings(impactOn(fleet, edits).impact, edits)
    .filter(({ code }) => code === 'target_lacked')
    .map(({ message }) => message)
}

it('says that no selected application has the target of a policy', () => {
  expect(warningsOf({ target: 'canary' })).toEqual([
    'birds places nothing by its target canary: it selects 2 applications, and none has such a target.',
  ])
})

it('says where selected applications have it, if the policy selects no cluster there', () => {
  expect(warningsOf({ target: 'early' })).toEqual([
    'birds places nothing by its target early: applications that it selects have it in dev, qa alone, and it selects no cluster there.',
  ])
})

it.each<[string, Partial<TargetPolicy>]>([
  ['one of them has it on a selected cluster', { target: 'late' }],
  ['it has no target', { target: null }],
  ['it is suspended', { target: 'canary', suspended: true }],
  ['it selects no cluster anyway', { target: 'canary', clusterSelector: inEnvironment('none') }],
])('says nothing of a policy where %s', (_, given) => {
  expect(warningsOf(given)).toEqual([])
})
