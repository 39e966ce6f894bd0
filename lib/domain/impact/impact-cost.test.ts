import { expect, it, vi } from 'vitest'
import { emptyFleet, type Fleet } from '#lib/domain/fleet/fleet.ts'
import { sourceOf } from '#lib/domain/releases/release.ts'
import { bitsOf, CHUNK_IDS, idsIn } from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { impactOn } from '#lib/domain/testing/fleets.ts'
import {
  aCluster,
  aGuardRule,
  aPolicy,
  aTeam,
  anApplication,
  where,
} from '#lib/domain/testing/objects.ts'
import { toyRenderer } from '#lib/domain/testing/toy-renderer.ts'
import { demandsByRule } from './guard-demands.ts'
import { filesOf } from './impact-files.ts'
import { impactOf, PAIR_EFFECTS } from './impact.ts'
import { releaseEditsOf } from './release-edits.ts'

const CHUNKS = 3
const APPLICATIONS = 20
/** In the middle of the second chunk, and in group 0. */
const EDITED = Math.ceil(CHUNK_IDS / 10) * 10 + 4000

const inGroup = (group: number) => where({ key: 'group', operator: '=', values: [`g${group}`] })
const cluster = (id: number, group: number) =>
  aCluster({ name: `c${id}`, labels: new Map([['group', `g${group}`]]) })

const policy = (name: string, family: string, group: number) =>
  aPolicy({
    name,
    appSelector: where({ key: 'family', operator: '=', values: [family] }),
    clusterSelector: inGroup(group),
  })

/** A tenth of the clusters is in each group; half of the applications is on group 0, the others on 1 and 2. */
function wideFleet() {
  return emptyFleet().with([
    editTo(0, aTeam({})),
    ...Array.from({ length: APPLICATIONS }, (_, id) =>
      editTo(
        id,
        anApplication({ name: `a${id}`, labels: new Map([['family', id % 2 ? 'odd' : 'even']]) }),
      ),
    ),
    ...Array.from({ length: CHUNK_IDS * CHUNKS }, (_, id) => editTo(id, cluster(id, id % 10))),
    editTo(0, policy('zero', 'even', 0)),
    editTo(1, policy('one', 'odd', 1)),
    editTo(2, policy('two', 'odd', 2)),
  ])
}

const fleet = wideFleet()

/** Which chunks aren't the same object in both. */
function chunksNotShared(before: Bits, after: Bits): number[] {
  const chunks = Array.from({ length: Math.max(before.length, after.length) }, (_, chunk) => chunk)
  return chunks.filter((chunk) => before[chunk] !== after[chunk])
}

it('copies one chunk of each application that loses a cluster, the chunk of that cluster, and nothing of others', () => {
  const after = fleet.with([editTo(EDITED, cluster(EDITED, 5))])
  for (const id of fleet.applications.ordered) {
    const [before, placed] = [fleet.placements[id]!, after.placements[id]!]
    if (id % 2 === 1) expect(placed).toBe(before)
    else expect(chunksNotShared(before, placed)).toEqual([1])
  }
  expect(chunksNotShared(fleet.rules[0]!.clusters, after.rules[0]!.clusters)).toEqual([1])
  expect([1, 2].map((id) => after.rules[id] === fleet.rules[id])).toEqual([true, true])
})

it('computes the impact of one label in sets that have words only in the chunk of its cluster', () => {
  const { impact, files } = impactOn(fleet, [editTo(EDITED, cluster(EDITED, 1))])
  expect(impact.counts.placements).toEqual({
    added: APPLICATIONS / 2,
    removed: APPLICATIONS / 2,
    changed: 0,
    kept: 0,
  })
  const sets = [
    ...impact.applications.flatMap((each) => PAIR_EFFECTS.map((effect) => each[effect])),
    ...impact.teams.flatMap(({ arrived, left, stayed }) => [arrived, left, stayed]),
    ...files.shared.map((file) => file.clusters),
  ]
  const lengths = sets.map((bits) => bits.map((words) => words.length > 0))
  expect(lengths.every((filled) => filled.every((is, chunk) => !is || chunk === 1))).toBe(true)
  expect(
    new Set(impact.applications.flatMap((each) => [...idsIn(each.added), ...idsIn(each.removed)])),
  ).toEqual(new Set([EDITED]))
})

/** The fleet, which notes in `read` the id of each cluster that it is asked for. */
function watched(fleet: Fleet, read: unknown[]): Fleet {
  const slots = new Proxy(fleet.clusters.slots, {
    get: (target, id): unknown => {
      read.push(id)
      return Reflect.get(target, id)
    },
  })
  return { ...fleet, clusters: { ...fleet.clusters, slots } }
}

it('asks of a guard rule only about the clusters that an edit moves, before and after it', () => {
  const { impact } = impactOn(fleet, [editTo(EDITED, cluster(EDITED, 1))])
  const read: unknown[] = []
  const { before, after } = impact
  const seen = { ...impact, before: watched(before, read), after: watched(after, read) }
  const rule = aGuardRule({ clusterSelector: inGroup(0), removals: 0 })
  expect([...demandsByRule(seen, [rule], 0)].flat()).toMatchObject([
    { placements: APPLICATIONS / 2, clusters: 1 },
  ])
  expect(read).toEqual([String(EDITED), String(EDITED)])
})

/** The fleet, which notes in `read` when somebody asks for what only releases need. */
function watchedReleases(fleet: Fleet, read: string[]): Fleet {
  return new Proxy(fleet, {
    get: (target, key): unknown => {
      if (key === 'releases' || key === 'clustersByEnvironment') read.push(key)
      return Reflect.get(target, key)
    },
  })
}

it('asks for no release and no environment where every application follows its branch, and renders it as it is', () => {
  const edits = [
    editTo(EDITED, cluster(EDITED, 1)),
    editTo(1, { ...fleet.applications.slots[1]!, repoBranch: 'v2' }),
  ]
  const read: string[] = []
  const [before, after] = [fleet, fleet.with(edits)].map((each) => watchedReleases(each, read))
  const rendered = vi.fn(toyRenderer.application)
  const render = { ...toyRenderer, application: rendered }
  const impact = impactOf(before!, after!, edits, render)
  expect(rendered).toHaveBeenCalledTimes(2)
  filesOf(impact, render)
  expect(read).toEqual([])
  const own = new Set([fleet, after!].flatMap(({ applications }) => applications.slots))
  expect(rendered.mock.calls.every(([application]) => own.has(application))).toBe(true)
})

it('looks at no cluster to see that an edit does nothing to releases', () => {
  const managed = anApplication({ name: 'managed', follow: 'versions' })
  const release = {
    application: APPLICATIONS,
    environment: '',
    version: 1,
    source: sourceOf(managed),
    targets: null,
    clusters: null,
    current: false,
    rollout: null,
  }
  const before = fleet.with([
    editTo(APPLICATIONS, managed),
    { kind: 'release', id: 0, after: release },
  ])
  const after = before.with([
    editTo(EDITED, cluster(EDITED, 1)),
    editTo(1, { ...fleet.applications.slots[1]!, repoBranch: 'v2' }),
  ])
  const read: unknown[] = []
  const change = releaseEditsOf(watched(before, read), watched(after, read), new Set())
  expect(change).toEqual({ ended: [], begun: [] })
  expect(read).toEqual([])
})

it('renders an application once for all of its releases that are of one source', () => {
  const managed = anApplication({ name: 'managed', follow: 'versions' })
  const environments = ['dev', 'qa', 'prod']
  const before = emptyFleet().with([
    editTo(0, aTeam({})),
    editTo(0, managed),
    ...environments.map((environment, id) => editTo(id, aCluster({ name: `c${id}`, environment }))),
    ...environments.map((environment, id) => ({
      kind: 'release' as const,
      id,
      after: {
        application: 0,
        environment,
        version: 1,
        source: { ...sourceOf(managed), repoBranch: environment === 'prod' ? 'v1' : 'v2' },
        targets: null,
        clusters: null,
        current: false,
        rollout: null,
      },
    })),
  ])
  const edits = [editTo(0, aPolicy({}))]
  const rendered = vi.fn(toyRenderer.application)
  const render = { ...toyRenderer, application: rendered }
  const files = filesOf(impactOf(before, before.with(edits), edits, render), render)
  expect(rendered).toHaveBeenCalledTimes(2)
  expect(files.shared.filter(({ after }) => after?.includes('v2'))).toMatchObject([
    { clusters: bitsOf([0, 1]) },
  ])
})
