// What previews take longer for in a fleet whose applications have versions: the same edits of the same fleet, whose applications
// follow their branches, are the reference.
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet, findObject, type Fleet } from '#lib/domain/fleet/fleet.ts'
import { filesOf } from '#lib/domain/impact/impact-files.ts'
import { type Impact, impactOf } from '#lib/domain/impact/impact.ts'
import { releaseEditsOf } from '#lib/domain/impact/release-edits.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import type { ObjectOfKind } from '#lib/domain/objects/object-json.ts'
import type { ObjectRef } from '#lib/domain/objects/objects.ts'
import { aPolicy } from '#lib/domain/testing/objects.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import type { ManifestSettings } from '#lib/domain/reconcilers/interface/manifest-settings.ts'
import { fileRenderer } from '#lib/domain/reconcilers/file-renderer.ts'
import { count, ratioOf, type Report } from './report.ts'
import { median, timeOf } from './measure.ts'
import { readModelEdits } from './model.ts'
import type { Stand } from './stand.ts'

const RUNS = 41
const WARM_UP_RUNS = 10
const MORE_MAX = 1.15

export async function benchResolving(stand: Stand, report: Report): Promise<void> {
  const edits = await readModelEdits(stand)
  const versions = emptyFleet().with(edits)
  const branches = emptyFleet().with(edits.flatMap(followingBranch))
  const inBranches = editsOf(branches)
  const underWay = underWayIn(versions)
  for (const [index, { what, edit }] of editsOf(versions).entries()) {
    const pairs = pairsOf(planned(versions, edit, underWay))
    const times = { versions: [] as number[], branches: [] as number[] }
    for (let run = 0; run < RUNS + WARM_UP_RUNS; run++) {
      const one = await timeOf(async () => planned(branches, inBranches[index]!.edit, new Set()))
      const other = await timeOf(async () => planned(versions, edit, underWay))
      if (run < WARM_UP_RUNS) continue
      times.branches.push(one)
      times.versions.push(other)
    }
    const [ms, reference] = [median(times.versions), median(times.branches)]
    report.figure({
      what: `plan of ${what} (${count(pairs)} pairs), of applications with versions`,
      reach: `at most ${MORE_MAX} x`,
      figure: `${ms.toFixed(2)} ms`,
      reference: `of the same with branches, ${reference.toFixed(2)} ms`,
      ratio: ratioOf(ms, reference),
      isReached: ms <= MORE_MAX * reference,
    })
  }
}

/** The same model, before anybody announced a version. */
function followingBranch(edit: Edit): Edit[] {
  if (edit.kind === 'release') return []
  if (edit.kind !== 'application' || edit.after === null) return [edit]
  return [{ ...edit, after: { ...edit.after, follow: 'branch', dependsOn: [] } }]
}

const settings: ManifestSettings = {
  installation: 'bench',
  tenant: 'default',
  pullUrl: 'https://git.example.com/fleet.git',
  argocdNamespace: 'argocd',
  applicationKinds: [],
  reporter: null,
}
const render = fileRenderer(settings, () => 'main')

/** As a dry run has it: the fleet after the edit, what that does to releases, what it changes, and in which files. */
function planned(before: Fleet, edit: Edit, underWay: ReadonlySet<number>): Impact {
  const drafted = before.with([edit])
  const { ended, begun } = releaseEditsOf(before, drafted, underWay)
  const releases = [
    ...ended.map((id): Edit => ({ kind: 'release', id, after: null })),
    ...begun.map((after, nth): Edit => ({ kind: 'release', id: FIRST_ID + nth, after })),
  ]
  const after = releases.length === 0 ? drafted : drafted.with(releases)
  const impact = impactOf(before, after, [edit, ...releases], render)
  filesOf(impact, render)
  return impact
}

/** No object or release of the fleet has such an id; a fleet has a slot for each id up to its last one. */
const FIRST_ID = 20_000

/** The rollouts that gave something to sets of clusters: all of them are. A save asks the database for them. */
function underWayIn({ releases }: Fleet): ReadonlySet<number> {
  const held = releases.flatMap((each) => each ?? [])
  return new Set(held.flatMap(({ object }) => (object.clusters && object.rollout) ?? []))
}

function pairsOf({ counts: { placements } }: Impact): number {
  return placements.added + placements.removed + placements.changed
}

function policy(apps: string, clusters: string): Edit {
  return {
    kind: 'target-policy',
    id: FIRST_ID,
    after: aPolicy({ appSelector: selector(apps), clusterSelector: selector(clusters) }),
  }
}

function labelled(labels: ReadonlyMap<string, string>, key: string, value: string) {
  return new Map([...labels, [key, value]])
}

/** Those of the benchmark of dry runs. */
function editsOf(fleet: Fleet): { readonly what: string; readonly edit: Edit }[] {
  const sites = Array.from({ length: 100 }, (_, index) => `site-${index}`).join(',')
  const cluster = found(fleet, { kind: 'cluster', team: null, name: 'cluster-00011' })
  const application = found(fleet, { kind: 'application', team: 'team-01', name: 'app-001' })
  const team = found(fleet, { kind: 'team', team: null, name: 'team-01' })
  return [
    { what: 'a policy that moves a pair', edit: policy('name=app-001', 'name=cluster-00011') },
    { what: 'a policy that moves very many', edit: policy('*', `site in (${sites})`) },
    {
      what: 'a label of a cluster',
      edit: {
        kind: 'cluster',
        id: cluster.id,
        after: { ...cluster.object, labels: labelled(cluster.object.labels, 'zone', 'zone-3') },
      },
    },
    {
      what: 'an application’s label',
      edit: {
        kind: 'application',
        id: application.id,
        after: {
          ...application.object,
          labels: labelled(application.object.labels, 'family', 'family-3'),
        },
      },
    },
    {
      what: 'a team’s boundary',
      edit: {
        kind: 'team',
        id: team.id,
        after: { ...team.object, clusterBoundary: selector('region=region-1') },
      },
    },
  ]
}

function selector(text: string): Selector {
  const parsed = parseSelector(text, [])
  if (!parsed.ok) throw new Error(`${text} is no selector`)
  return parsed.value
}

function found<K extends 'cluster' | 'application' | 'team'>(
  fleet: Fleet,
  ref: ObjectRef & { readonly kind: K },
): Identified<ObjectOfKind<K>> {
  return findObject(fleet, ref) as Identified<ObjectOfKind<K>>
}
