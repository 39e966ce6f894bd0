// What decided that an application was released to clusters, looked at again afterwards, from what was kept with each release.
import { sql } from 'drizzle-orm'
import { loadModel } from '#db/queries/model.ts'
import { listRolloutEvents } from '#db/queries/rollout-events.ts'
import { blockedClusters } from '#lib/domain/dependencies/met.ts'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { idsIn, isEmpty, NO_BITS, subtract } from '#lib/domain/sets/bits.ts'
import { editOfRow } from '#lib/usecases/changes/edit.ts'
import { type EvidenceJson, evidenceIn } from '#lib/usecases/dependencies/evidence-json.ts'
import { readRollout } from '#lib/usecases/rollouts/stored.ts'
import type { TestPublisher } from './publisher.ts'

type Unmet = {
  readonly rollout: number
  readonly wave: string
  readonly clusters: readonly string[]
}

/**
 * The clusters to which a wave released an application although something was missing there that it needed, by the facts kept
 * with it and the fleet as it was just before; none of those for which somebody decided so.
 */
export function unmetReleases({ inScope }: Pick<TestPublisher, 'inScope'>): Promise<Unmet[]> {
  return inScope(async (scope) => {
    const { tx, tenant } = scope
    const rows = await tx.execute<{ id: number }>(
      sql`select id from rollouts where tenant = ${tenant} order by id`,
    )
    const unmet: Unmet[] = []
    for (const { id } of rows) {
      const { rollout } = (await readRollout(scope, id))!
      const events = await listRolloutEvents(scope, id, { after: null, limit: 1_000 })
      for (const { code, wave: number, facts } of events) {
        if (code !== 'wave_released' || number === null) continue
        const wave = rollout.waves[number - 1]!
        const change = Number(facts['change'])
        const fleet = emptyFleet().with((await loadModel(scope, change - 1)).map(editOfRow))
        const { dependsOn } = fleet.applications.slots[rollout.application]!
        const isPassed = wave.overridden.includes('depends')
        const released = isPassed ? NO_BITS : subtract(wave.released ?? NO_BITS, wave.freed)
        if (isEmpty(released)) continue
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it was kept
        const evidence = evidenceIn((facts['needs'] ?? []) as readonly EvidenceJson[])
        const isKept = evidence.length === dependsOn.length
        const missing = isKept ? blockedClusters(fleet, dependsOn, released, evidence) : released
        const clusters = idsIn(missing).map((cluster) => fleet.clusters.slots[cluster]!.name)
        if (clusters.length > 0) unmet.push({ rollout: id, wave: wave.name, clusters })
      }
    }
    return unmet
  })
}
