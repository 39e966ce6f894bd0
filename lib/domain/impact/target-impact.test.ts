import { expect, it } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { type Release, sourceOf } from '#lib/domain/releases/release.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { impactOn } from '#lib/domain/testing/fleets.ts'
import { aCluster, anApplication, aPolicy, aTeam } from '#lib/domain/testing/objects.ts'
import { aRelease } from '#lib/domain/testing/releases.ts'
import { impactItems } from './impact-items.ts'
import { countKeptByOthers } from './kept-by-others.ts'
import { listedPairs, NO_FILTER } from './listed-pairs.ts'
import { releaseEditsOf } from './release-edits.ts'

const EARLY = { name: 'early', environment: 'qa', repoPath: 'deploy/early' }
const LATE = { name: 'late', environment: 'qa', repoPath: 'deploy/late' }

const application = anApplication({ targets: [EARLY, LATE] })
const early = aPolicy({ name: 'by-target', target: 'early' })
const plain = aPolicy({ name: 'plain' })
const inQa = editTo(0, aCluster({ environment: 'qa' }))
const inNone = editTo(0, aCluster({}))
const inProd = editTo(0, aCluster({ environment: 'prod' }))

/** The application with the target early on a cluster of qa. */
const fleet = emptyFleet().with([
  editTo(0, aTeam({})),
  inQa,
  editTo(0, application),
  editTo(0, early),
])

function told(before: readonly Edit[], edits: readonly Edit[]) {
  const { impact, files } = impactOn(fleet.with(before), edits)
  const items = impactItems(listedPairs(impact, NO_FILTER), 0, 10)
  return {
    items: items.map(({ effect, target, reason }) => {
      const names = target && `${target.before} to ${target.after}`
      return `${effect}: ${reason}${names ? ` (${names})` : ''}`
    }),
    files: files.counts,
    kept: impact.counts.placements.kept,
    keptByOthers: countKeptByOthers(impact),
  }
}

const ADDED = { added: 1, removed: 0, modified: 0 }
const REMOVED = { added: 0, removed: 1, modified: 0 }
const MODIFIED = { added: 0, removed: 0, modified: 1 }
const NONE = { added: 0, removed: 0, modified: 0 }
/** A team’s own comes and goes with what is placed. */
const TEAM = impactOn(fleet, [editTo(0, { ...early, suspended: true })]).files.counts.removed - 1
const withTeam = (counts: typeof NONE) => ({
  added: counts.added && counts.added + TEAM,
  removed: counts.removed && counts.removed + TEAM,
  modified: counts.modified,
})

it.each<{
  edit: string
  before?: Edit[]
  edits: Edit[]
  item: string | null
  /** Absent: its cluster moves to another branch. */
  files?: typeof NONE
  kept?: number
}>([
  {
    edit: 'the policy gives another target',
    edits: [editTo(0, { ...early, target: 'late' })],
    item: 'changed: target late instead of target early (early to late)',
    files: MODIFIED,
  },
  {
    edit: 'the policy gives another target of the same directory',
    before: [
      editTo(0, { ...application, targets: [EARLY, { ...LATE, repoPath: 'deploy/early' }] }),
    ],
    edits: [editTo(0, { ...early, target: 'late' })],
    item: 'changed: target late instead of target early (early to late)',
    files: NONE,
  },
  {
    edit: 'the policy gives no target any more',
    edits: [editTo(0, { ...early, target: null })],
    item: 'changed: no target instead of target early (early to null)',
    files: MODIFIED,
  },
  {
    edit: 'another policy gives it a target, too',
    before: [editTo(0, plain)],
    edits: [editTo(1, early)],
    item: 'changed: target early instead of no target (null to early)',
    files: MODIFIED,
  },
  {
    edit: 'a policy without a target gives it, too',
    edits: [editTo(1, plain)],
    item: null,
    files: NONE,
  },
  {
    edit: 'the target has another directory',
    edits: [editTo(0, { ...application, targets: [{ ...EARLY, repoPath: 'deploy/first' }] })],
    item: 'changed: repo_path changes from "deploy/early" to "deploy/first" (early to early)',
    files: MODIFIED,
  },
  {
    edit: 'the application has another directory of its own',
    edits: [editTo(0, { ...application, repoPath: 'manifests' })],
    item: null,
    files: NONE,
    kept: 1,
  },
  {
    edit: 'the application loses the target',
    edits: [editTo(0, { ...application, targets: [LATE] })],
    item: 'removed: policy by-target no longer places it: it has no target early in qa (early to null)',
    files: REMOVED,
  },
  {
    edit: 'the application loses the target, and another policy keeps it',
    before: [editTo(1, plain)],
    edits: [editTo(0, { ...application, targets: [LATE] })],
    item: 'changed: no target instead of target early (early to null)',
    files: MODIFIED,
  },
  {
    edit: 'the application gets the target',
    before: [editTo(0, { ...application, targets: [LATE] })],
    edits: [editTo(0, application)],
    item: 'added: policy by-target selects it now (null to early)',
    files: ADDED,
  },
  {
    edit: 'the cluster goes where the application has no such target',
    edits: [inProd],
    item: 'removed: policy by-target no longer places it: it has no target early in prod (early to null)',
  },
  {
    edit: 'the cluster comes where the application has the target',
    before: [inNone],
    edits: [inQa],
    item: 'added: policy by-target selects it now (null to early)',
    files: ADDED,
  },
  {
    edit: 'the cluster names no environment any more',
    edits: [inNone],
    item: 'removed: policy by-target no longer places it: it has no target early, because the cluster names no environment (early to null)',
    files: REMOVED,
  },
  {
    edit: 'the policy is edited and reaches nothing of what another gives',
    before: [editTo(0, { ...early, target: 'nobody' }), editTo(1, plain)],
    edits: [editTo(0, { ...early, target: 'nobody', description: 'x' })],
    item: null,
    files: NONE,
    kept: 0,
  },
])('says, where $edit: $item', ({ before = [], edits, item, files, kept }) => {
  const found = told(before, edits)
  expect(found.items).toEqual(item === null ? [] : [item])
  if (files !== undefined) expect(found.files).toEqual(withTeam(files))
  if (kept !== undefined) expect(found.kept).toBe(kept)
})

it('counts what only others keep once the application has lost the target', () => {
  const lost = editTo(0, { ...application, targets: [LATE] })
  expect(told([editTo(1, plain)], [lost]).keptByOthers).toBe(1)
  expect(told([], [lost]).keptByOthers).toBe(0)
  expect(told([editTo(1, plain)], [inProd]).keptByOthers).toBe(1)
})

const versions = { ...application, follow: 'versions' as const }
const released = (given: Parameters<typeof aRelease>[1]): Edit => ({
  kind: 'release',
  id: 0,
  after: aRelease('v7', given),
})

it.each<{ of: string; targets: Release['targets']; path: string }>([
  { of: 'the version', targets: { early: 'v7/early' }, path: 'v7/early' },
  {
    of: 'the version itself, which says nothing of this one',
    targets: { late: 'x' },
    path: 'deploy',
  },
  { of: 'the version itself, which says nothing of any', targets: null, path: 'deploy' },
])('delivers a version to a target from the directory of $of', ({ targets, path }) => {
  const { impact } = impactOn(fleet, [editTo(0, versions), released({ targets })])
  const [item] = impactItems(listedPairs(impact, NO_FILTER), 0, 10)
  expect(item).toMatchObject({
    effect: 'changed',
    target: { before: 'early', after: 'early' },
    version: { after: { number: 7, revision: 'v7' } },
  })
  const own = { ...sourceOf(application), repoBranch: 'v7' }
  const expected = impactOn(fleet, [
    editTo(0, { ...application, ...own, targets: [{ ...EARLY, repoPath: path }] }),
  ])
  const textOf = ({ files }: typeof expected) => files.shared.map(({ after }) => after)
  expect(textOf(impactOn(fleet, [editTo(0, versions), released({ targets })]))).toEqual(
    textOf(expected),
  )
})

it('keeps the directories of targets as they were once the application follows versions', () => {
  const turned = fleet.with([editTo(0, versions)])
  const { begun } = releaseEditsOf(fleet, turned, new Set())
  expect(begun.map(({ version, targets }) => ({ version, targets }))).toEqual([
    { version: null, targets: { early: 'deploy/early', late: 'deploy/late' } },
  ])
  const releases = begun.map((after, id): Edit => ({ kind: 'release', id, after }))
  expect(impactOn(fleet, [editTo(0, versions), ...releases]).files.counts).toEqual(NONE)
  const moved = { ...versions, targets: [{ ...EARLY, repoPath: 'elsewhere' }] }
  expect(impactOn(turned.with(releases), [editTo(0, moved)]).files.counts).toEqual(NONE)
})

it('gives no other directory to targets that come once the application follows versions, until a version does', () => {
  const before = { ...application, targets: [] }
  const following = { ...before, follow: 'versions' as const }
  const branched = fleet.with([editTo(0, before), editTo(0, plain)])
  const { begun } = releaseEditsOf(branched, branched.with([editTo(0, following)]), new Set())
  const releases = begun.map((after, id): Edit => ({ kind: 'release', id, after }))
  const turned = branched.with([editTo(0, following), ...releases])
  const { impact, files } = impactOn(turned, [editTo(0, versions), editTo(1, early)])
  expect(impactItems(listedPairs(impact, NO_FILTER), 0, 10)).toMatchObject([
    { effect: 'changed', target: { before: null, after: 'early' } },
  ])
  expect(files.counts).toEqual(NONE)
})

it('touches no file of a cluster that gets another target while it waits for a release', () => {
  const another = editTo(1, aCluster({ name: 'another', environment: 'qa' }))
  // The release is of the first cluster alone.
  const partial = released({ version: null, on: [0] })
  const waiting = fleet.with([another, editTo(0, versions), partial])
  const { impact, files } = impactOn(waiting, [editTo(0, { ...early, target: 'late' })])
  expect(impact.counts.placements.changed).toBe(2)
  expect(files.counts).toEqual(MODIFIED)
})
