// On how many of the clusters that it may choose a policy places each application, where its pick or a scheduler chooses.
import { listObjects } from '#db/queries/objects.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { decisionOf } from '#lib/domain/fleet/fleet-decisions.ts'
import { type Fleet, findObject } from '#lib/domain/fleet/fleet.ts'
import { candidatesOf } from '#lib/domain/fleet/reaching.ts'
import { applicationSide } from '#lib/domain/fleet/rules.ts'
import { BY_NAME } from '#lib/domain/lists/orders.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { countBits } from '#lib/domain/sets/bits.ts'
import { type Context, defineRead } from '../define.ts'
import { type FoundObject, loadObject } from '../objects/read.ts'
import type { RefParameters } from '../objects/requested-object.ts'
import { type KnownAsk, knownAsk } from './waiting.ts'

const SHOWN = 20

export type ChosenClusters = {
  readonly namespace: string
  readonly application: string
  /** How many; null: nothing was decided yet. */
  readonly chosen: number | null
  /** How many might be. */
  readonly candidates: number
}

export type Chosen = {
  /** Of the policy's applications that the actor may see, the first by their names. */
  readonly applications: Total & { readonly items: readonly ChosenClusters[] }
  /** What came of asking its scheduler; null: it picks itself. */
  readonly asking: Asking | null
}

export type Asking = KnownAsk & {
  /** Whether Berth asks it: without an address it decides by itself. */
  readonly isAsked: boolean
}

type Input = { readonly ref: RefParameters }

export const chosenUseCase = defineRead<Input, Chosen, Input, FoundObject<'target-policy'>>({
  name: 'target-policies.chosen',
  load: (context, { ref }) => loadObject('target-policy')(context, { ref, at: null }),
  run: async (context, _, { id, object }) => {
    const query = {
      kind: 'application' as const,
      change: null,
      selector: applicationSide(object),
      text: null,
      teams: readableTeams(context.actor),
      sort: BY_NAME,
    }
    const { rows, ...total } = await listObjects(context.scope, query, {
      after: null,
      limit: SHOWN,
    })
    const fleet = await context.fleet()
    const rule = fleet.rules[id]
    const items = rows.flatMap(({ object: application, team, name }): ChosenClusters[] => {
      // The fleet may know of a later edit, after which one of both is gone.
      if (rule === undefined || fleet.applications.slots[application] === undefined) return []
      const decided = decisionOf(fleet, id, application)
      return [
        {
          namespace: team ?? '',
          application: name,
          chosen: decided && countBits(decided),
          candidates: countBits(candidatesOf(fleet, rule, application)),
        },
      ]
    })
    const asking =
      object.scheduler === null ? null : await askingOf(context, fleet, id, object.scheduler)
    return { applications: { items, ...total }, asking }
  },
})

async function askingOf(
  { scope }: Context,
  fleet: Fleet,
  policy: number,
  name: string,
): Promise<Asking> {
  const found = findObject(fleet, { kind: 'scheduler', team: null, name })
  const isAsked = found?.object.kind === 'scheduler' && found.object.url !== null
  return { ...(await knownAsk(scope, policy)), isAsked }
}
