// Completion for whoever writes a selector: the keys that are in use, or one key's values, each with how many carry it.
import { readTenantState } from '#db/queries/tenants.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { countKeys, countValues, type LabelCount } from '#lib/domain/fleet/label-counts.ts'
import { idsOfTeam } from '#lib/domain/fleet/shelf.ts'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'
import { type Bits, bitsOf } from '#lib/domain/sets/bits.ts'
import { asked, defineUseCase } from '../define.ts'
import { asRead } from '../objects/noun.ts'

export type CompleteLabelsInput = {
  readonly kind: LabelledKind
  /** Whose values; null: the keys themselves. */
  readonly key: string | null
  readonly prefix: string
  readonly limit: number
}

export type LabelCompletion = {
  readonly items: readonly LabelCount[]
  /** Whether there are more than `limit`. */
  readonly more: boolean
}

const INDEXES = {
  cluster: 'clusters',
  application: 'applications',
} as const satisfies Record<LabelledKind, keyof Fleet['indexes']>

export const completeLabelsUseCase = defineUseCase<CompleteLabelsInput, LabelCompletion>({
  name: 'labels.complete',
  read: asRead,
  permission: 'read',
  load: () => asked({ kind: 'tenant' }),
  run: async ({ services, scope, actor }, { kind, key, prefix, limit }) => {
    const { lastChange } = await readTenantState(scope, { lock: false })
    const fleet = await services.fleets.at(scope, lastChange)
    const teams = readableTeams(actor)
    const among = kind === 'cluster' || teams === null ? null : applicationsOf(fleet, teams)
    const index = fleet.indexes[INDEXES[kind]]
    const question = { prefix, among, limit: limit + 1 }
    const found = key === null ? countKeys(index, question) : countValues(index, key, question)
    return { items: found.slice(0, limit), more: found.length > limit }
  },
})

/** A team's readers are told nothing of what others label. */
function applicationsOf({ applications }: Fleet, teams: readonly string[]): Bits {
  return bitsOf(teams.flatMap((team) => idsOfTeam(applications, team)))
}
