// What is wanted of applications and what runs, by environment.
import { listObjects } from '#db/queries/objects.ts'
import { readRunningRevisions } from '#db/queries/running-revisions.ts'
import { readAnnounced } from '#db/queries/versions.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { chainComparison } from '#lib/domain/fleet/environments.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import { BY_NAME } from '#lib/domain/lists/orders.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { type Running, runningOf } from '#lib/domain/observed/running.ts'
import { asked, defineRead } from '../define.ts'
import { countHoldsOf } from '../holds/find.ts'
import { storedObject } from '../objects/stored-object.ts'

const APPLICATIONS_SHOWN = 20
/** Of each application so many placements are looked at: a page costs no fleet. */
export const PLACEMENTS_LOOKED_AT = 2500

export type VersionsInput = {
  readonly namespace: string | null
  /** Part of an application's name or description. */
  readonly text: string | null
}

export type ApplicationVersions = Running & {
  readonly namespace: string
  readonly name: string
  /** What is wanted: the branch, tag or commit that its manifests name. */
  readonly wanted: string
  /** How many clusters hold the version that they have. */
  readonly holding: number
  /** False: it has more placements than were looked at. */
  readonly isOfAll: boolean
}

/** The first applications by name, and how many there are. */
export type Versions = Total & {
  readonly items: readonly ApplicationVersions[]
  /** Where any of them runs, in the order in which versions come there; null: on clusters without an environment. */
  readonly environments: readonly (string | null)[]
}

export const readVersionsUseCase = defineRead<VersionsInput, Versions>({
  name: 'dashboard.versions',
  load: () => asked({ kind: 'tenant' }),
  run: async ({ scope, actor, services, fleet: fleetOf }, { namespace, text }) => {
    const fleet = await fleetOf()
    const { rows, total, totalIsExact } = await listObjects(
      scope,
      {
        kind: 'application',
        change: null,
        selector: namespace === null ? null : ofTeam(namespace),
        text,
        teams: readableTeams(actor),
        sort: BY_NAME,
      },
      { after: null, limit: APPLICATIONS_SHOWN },
    )
    const ids = rows.map(({ object }) => object)
    const runs = await readRunningRevisions(scope, ids, PLACEMENTS_LOOKED_AT, services.clock())
    const running = Map.groupBy(runs, ({ application }) => application)
    const commits = [...new Set(runs.flatMap(({ revision }) => revision ?? []))]
    const announced = Map.groupBy(
      await readAnnounced(scope, ids, commits),
      ({ application }) => application,
    )
    const found = runs.map(({ environment }) => environment)
    return {
      total,
      totalIsExact,
      environments: [...new Set(found)].toSorted(chainComparison(fleet)),
      items: rows.map(({ object, body }) => {
        const { team, name, repoBranch } = storedObject('application', body)
        const revisions = running.get(object) ?? []
        const looked = revisions.reduce((sum, { count }) => sum + count, 0)
        const isOfAll = looked < PLACEMENTS_LOOKED_AT
        const known = runningOf(revisions, announced.get(object) ?? [])
        const holding = countHoldsOf(fleet, object)
        return { namespace: team, name, wanted: repoBranch, holding, isOfAll, ...known }
      }),
    }
  },
})

function ofTeam(namespace: string): Selector {
  return { kind: 'terms', terms: [{ key: 'namespace', operator: '=', values: [namespace] }] }
}
