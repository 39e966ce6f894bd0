import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { type Fleet, emptyFleet, findObject } from '#lib/domain/fleet/fleet.ts'
import type { Cluster, Environment, ModelObject } from '#lib/domain/objects/objects.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { aCluster, anEnvironment } from '#lib/domain/testing/objects.ts'
import { branchModeIssues } from './branch-mode-issues.ts'
import { inhabitedAfter, NO_BRANCHES } from './inhabited-branches.ts'
import { branchOf, parseBranchPattern } from './branch-pattern.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

const PATTERNS = [
  'main',
  '{environment}',
  'fleet/{ring}',
  '{environment}{ring}',
  '{ring}',
  '{name}',
]

/** What somebody wants one object to be; null: gone. */
type Wish = {
  readonly kind: 'cluster' | 'environment'
  readonly name: string
  readonly after: Cluster | Environment | null
}

const clusterWish: fc.Arbitrary<Wish> = fc
  .record({
    name: fc.constantFrom('c0', 'c1', 'c2', 'c3'),
    environment: fc.constantFrom('', 'dev', 'qa', 'prod'),
    ring: fc.constantFrom('a', 'b', 'prod', 'berth'),
    isGone: fc.constantFrom(false, false, false, true),
  })
  .map(({ name, environment, ring, isGone }) => ({
    kind: 'cluster',
    name,
    after: isGone ? null : inRing(name, environment, ring),
  }))

const inRing = (name: string, environment: string, ring: string) =>
  aCluster({ name, environment, labels: new Map([['ring', ring]]) })

const environmentWish: fc.Arbitrary<Wish> = fc
  .record({
    name: fc.constantFrom('dev', 'qa', 'prod'),
    publish: fc.constantFrom('direct', 'pull-request', null),
  })
  .map(({ name, publish }) => ({
    kind: 'environment',
    name,
    after: publish && anEnvironment({ name, publish }),
  }))

const many: fc.Arbitrary<readonly Wish[]> = fc
  .record({ count: fc.integer({ min: 18, max: 24 }), environment: fc.constantFrom('qa', 'prod') })
  .map(({ count, environment }) =>
    Array.from({ length: count }, (_, nth): Wish => {
      const name = `many${nth}`
      return { kind: 'cluster', name, after: inRing(name, environment, 'a') }
    }),
  )

/** What one save asks for. */
const wishes = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.array(fc.oneof(clusterWish, environmentWish), { minLength: 1, maxLength: 2 }),
  },
  { weight: 1, arbitrary: many },
)

type Draft = {
  readonly edit: Edit
  readonly before: ModelObject | null
  readonly after: ModelObject | null
}

/** The last wish for each object counts. */
function draftsOf(fleet: Fleet, asked: readonly Wish[]): Draft[] {
  const wanted = new Map(asked.map((wish) => [`${wish.kind} ${wish.name}`, wish]))
  const next = {
    cluster: fleet.clusters.slots.length,
    environment: fleet.environments.slots.length,
  }
  return [...wanted.values()].flatMap(({ kind, name, after }) => {
    const present = findObject(fleet, { kind, team: null, name })
    if (present === null && after === null) return []
    const id = present?.id ?? next[kind]++
    const edit = after ? editTo(id, after) : { kind, id, after: null }
    return [{ edit, before: present?.object ?? null, after }]
  })
}

const movedBy = ({ before, after }: Draft) =>
  (after ?? before)?.kind === 'cluster'
    ? [
        {
          before: before?.kind === 'cluster' ? before : null,
          after: after?.kind === 'cluster' ? after : null,
        },
      ]
    : []

/** The codes that a look at every two clusters finds. */
function naiveCodes(fleet: Fleet, branch: (cluster: Cluster) => string): ReadonlySet<string> {
  const clusters = fleet.clusters.slots.filter((each) => each !== undefined)
  const isProposed = ({ environment }: Cluster) =>
    fleet.environments.slots.some(
      (each) => each?.name === environment && each.publish === 'pull-request',
    )
  const codes = new Set<string>()
  for (const one of clusters) {
    if (!isProposed(one)) continue
    for (const other of clusters) {
      if (branch(one) === branch(other) && !isProposed(other)) codes.add('branch_shared_by_modes')
      if (/^berth($|\/)/.test(branch(other))) codes.add('branch_reserved')
    }
  }
  if (new Set(clusters.filter(isProposed).map(branch)).size > 20) codes.add('too_many_branches')
  return codes
}

it('refuses exactly the saves after which a look at every two clusters finds something wrong', async () => {
  const met = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PATTERNS),
      fc.array(wishes, { minLength: 10, maxLength: 30 }),
      async (text, saves) => {
        const pattern = parseBranchPattern(text)
        // A cluster without an environment has no branch of its name.
        const branch = (cluster: Cluster) => {
          const named = pattern.ok && branchOf(pattern.value, 1, cluster)
          return named !== false && named.ok ? named.value : 'none'
        }
        let fleet = emptyFleet()
        let inhabited = NO_BRANCHES
        for (const asked of saves) {
          const drafts = draftsOf(fleet, asked)
          const after = fleet.with(drafts.map(({ edit }) => edit))
          const then = inhabitedAfter(inhabited, drafts.flatMap(movedBy), branch)
          const blamed = await branchModeIssues(after, drafts, branch, async () => then)
          const codes = new Set(blamed.map(({ issue }) => issue.code))
          expect(codes).toEqual(naiveCodes(after, branch))
          for (const { draft } of blamed) expect(drafts).toContain(draft)
          for (const code of codes) met.add(code)
          if (codes.size > 0) continue
          fleet = after
          inhabited = then
          if (after.environments.slots.some((each) => each?.publish === 'pull-request'))
            met.add('kept')
        }
      },
    ),
    { numRuns },
  )
  expect([...met].sort()).toEqual([
    'branch_reserved',
    'branch_shared_by_modes',
    'kept',
    'too_many_branches',
  ])
})
