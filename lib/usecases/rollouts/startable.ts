// The applications that somebody may roll out: those that follow versions, of teams for which they may.
import { can } from '#lib/domain/access/permissions.ts'
import { asked, defineRead } from '../define.ts'

type Startable = {
  readonly items: readonly { readonly namespace: string; readonly name: string }[]
  /** How many more there are. */
  readonly more: number
}

/** So many are offered, by name. */
const OFFERED_MAX = 200

export const startableUseCase = defineRead<null, Startable>({
  name: 'rollouts.startable',
  load: () => asked({ kind: 'tenant' }),
  run: async ({ actor, fleet }) => {
    const { ordered, slots } = (await fleet()).applications
    const found = ordered
      .map((id) => slots[id]!)
      .filter(({ follow }) => follow === 'versions')
      .filter(({ team }) => can(actor, 'write', { kind: 'rollout', team }))
    const items = found.slice(0, OFFERED_MAX).map(({ team, name }) => ({ namespace: team, name }))
    return { items, more: found.length - items.length }
  },
})
