import { unreleasedAmong } from '#lib/domain/fleet/deliveries.ts'
import { type Provenance, provenanceOn } from '#lib/domain/fleet/provenance.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { bitsOf, hasBit, isEmpty } from '#lib/domain/sets/bits.ts'
import type { PairName } from '../changes/write-options.ts'
import { asked, defineRead } from '../define.ts'
import { type Moment, readMoment } from '../moment.ts'
import { fleetAsOf, readPair } from '../placements/asked-pair.ts'
import { knowledgeOf } from './knowledge.ts'

export type ConfigInput = PairName & { readonly at: Exclude<Moment, number> }

export type PlacementConfig = Provenance &
  PairName & {
    /** Of a pair that isn't placed: what it would be told. */
    readonly placed: boolean
    /** Whether it has files; one that waits for a release has none. */
    readonly released: boolean
  }

/** What an application is told on a cluster, and where each value comes from. */
export const explainConfigUseCase = defineRead<ConfigInput, PlacementConfig>({
  name: 'placements.config',
  load: (_, { namespace }) => asked({ kind: 'application', team: namespace }),
  isHeavy: ({ at }) => at !== null,
  run: async (context, { at, ...pair }) => {
    const { change } = await readMoment(context, at)
    const { application, cluster } = await readPair(context, pair, change)
    const fleet = await fleetAsOf(context, change)
    const here = bitsOf([cluster.id])
    const placed = hasBit(placementsOf(fleet, application.id), cluster.id)
    const knowledge = knowledgeOf(context, await context.fleet())
    return {
      ...pair,
      placed,
      released: placed && isEmpty(unreleasedAmong(fleet, application.id, [here])),
      ...provenanceOn(fleet, application.id, cluster.id, knowledge),
    }
  },
})
