// What a new policy that picks some of the clusters costs, at 10,000 clusters and 200 applications, in the benchmark's own process.
import { decisionEditsOf } from '#lib/domain/decisions/decision-edits.ts'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import type { PickRule } from '#lib/domain/objects/target-policy/pick-rule.ts'
import { aCluster, anApplication, aPolicy, aTeam } from '#lib/domain/testing/objects.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { lotOf } from '#lib/domain/text/lots.ts'
import { applicationName, clusterName, FULL_SIZE, teamName } from './fleet.ts'
import { median } from './measure.ts'
import { count, milliseconds, ratioOf, type Report } from './report.ts'

const RUNS = 5
const LESS_THAN = 0.5

const { clusters, applications, teams } = FULL_SIZE

const picks: readonly { readonly what: string; readonly pick: PickRule }[] = [
  { what: '3', pick: { count: { count: 3 }, spreadBy: null, prefer: [] } },
  { what: '20% over regions', pick: { count: { percent: 20 }, spreadBy: 'region', prefer: [] } },
]

export function benchPicks(report: Report): void {
  const before = emptyFleet().with(fleetEdits())
  for (const { what, pick } of picks) {
    const policy: Edit = { kind: 'target-policy', id: 0, after: aPolicy({ pick }) }
    const after = before.with([policy])
    const times = { picking: [] as number[], sorting: [] as number[] }
    for (let run = 0; run < RUNS; run++) {
      times.sorting.push(cpuOf(sortAll))
      times.picking.push(
        cpuOf(() => {
          const { length } = [...decisionEditsOf(before, after, () => null)]
          if (length !== applications) throw new Error(`It picks for ${length} applications`)
        }),
      )
    }
    const [ms, reference] = [median(times.picking), median(times.sorting)]
    report.figure({
      what: `a new policy that picks ${what} of ${count(clusters)} clusters for ${applications} applications, CPU`,
      reach: `under ${LESS_THAN} x`,
      figure: milliseconds(ms),
      reference: `all clusters sorted by lot for each, ${milliseconds(reference)}`,
      ratio: ratioOf(ms, reference),
      isReached: ms < LESS_THAN * reference,
    })
  }
}

/** Of this process, user and system. */
function cpuOf(action: () => void): number {
  const start = process.cpuUsage()
  action()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

const names = Array.from({ length: clusters }, (_, id) => clusterName(id))

function sortAll(): void {
  for (let id = 0; id < applications; id++) {
    const application = `${teamName(id % teams)}/${applicationName(id)}`
    names
      .map((name) => ({ name, lot: lotOf(`${application} ${name}`) }))
      .sort((a, b) => a.lot - b.lot || compareText(a.name, b.name))
  }
}

function fleetEdits(): Edit[] {
  return [
    ...Array.from({ length: teams }, (_, id): Edit => {
      return { kind: 'team', id, after: aTeam({ name: teamName(id) }) }
    }),
    ...names.map((name, id): Edit => {
      const labels = new Map([['region', `region-${id % 10}`]])
      return { kind: 'cluster', id, after: aCluster({ name, labels }) }
    }),
    ...Array.from({ length: applications }, (_, id): Edit => {
      const object = { team: teamName(id % teams), name: applicationName(id) }
      return { kind: 'application', id, after: anApplication(object) }
    }),
  ]
}
