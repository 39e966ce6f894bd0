// What decided that an application was released to clusters that had waited, looked at again afterwards, from what the audit kept.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { loadModel } from '#db/queries/model.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { blockedClusters } from '#lib/domain/dependencies/met.ts'
import { releasedOf } from '#lib/domain/fleet/deliveries.ts'
import { emptyFleet, findObject, type Fleet } from '#lib/domain/fleet/fleet.ts'
import { type Bits, countBits, intersect, subtract, uniteAll } from '#lib/domain/sets/bits.ts'
import { editOfRow } from '#lib/usecases/changes/edit.ts'
import { type EvidenceJson, evidenceIn } from '#lib/usecases/dependencies/evidence-json.ts'
import type { TestPublisher } from './publisher.ts'

type Event = { change: number; object: string; details: string }
type Kept = { readonly clusters: number; readonly needs: readonly EvidenceJson[] }

/** Of each release: on how many clusters it was, and on how many of them something was missing. */
export function replayedReleases({
  inScope,
}: Pick<TestPublisher, 'inScope'>): Promise<
  readonly { readonly change: number; readonly clusters: number; readonly unmet: number }[]
> {
  return inScope(async (scope) => {
    const events = await scope.tx.execute<Event>(sql`
      select change::int, object, details::text from audit_events where tenant = ${scope.tenant}
        and action = 'applications.release' order by change`)
    const replayed = []
    for (const event of events) replayed.push(await replay(scope, event))
    return replayed
  })
}

async function replay(scope: TenantScope, { change, object, details }: Event) {
  const { clusters: said, needs }: Kept = JSON.parse(details).edits[0].after
  const [before, after] = [await fleetAt(scope, change - 1), await fleetAt(scope, change)]
  const id = idOf(after, object)
  const { dependsOn } = before.applications.slots[id]!
  const moved = movedTo(before, after, id)
  expect(countBits(moved)).toBe(said)
  return {
    change,
    clusters: said,
    unmet: countBits(blockedClusters(before, dependsOn, moved, evidenceIn(needs))),
  }
}

function idOf(fleet: Fleet, object: string): number {
  const [, team, name] = object.split('/')
  return findObject(fleet, { kind: 'application', team: team!, name: name! })!.id
}

async function fleetAt(scope: TenantScope, change: number): Promise<Fleet> {
  return emptyFleet().with((await loadModel(scope, change)).map(editOfRow))
}

/** The clusters that have something else of an application after a change. */
function movedTo(before: Fleet, after: Fleet, id: number): Bits {
  const had = releasedOf(before, id)
  return uniteAll(
    releasedOf(after, id).map((is) => {
      const source = (each: typeof is) => JSON.stringify(each.release?.source)
      const same = had.filter((was) => source(was) === source(is))
      return subtract(
        is.clusters,
        uniteAll(same.map((was) => intersect(was.clusters, is.clusters))),
      )
    }),
  )
}
