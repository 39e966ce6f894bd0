// Who may follow what happens in a tenant, and how much of it they are told.
import type { Actor } from '#lib/domain/access/actor.ts'
import { canEverywhere } from '#lib/domain/access/permissions.ts'
import type { LiveEvent, LiveTopic } from '#lib/schemas/live.ts'
import { asked, defineRead } from '../define.ts'

/** What somebody is told of an event. */
export type ShowEvent = (event: LiveEvent) => LiveEvent

export const followEventsUseCase = defineRead<null, ShowEvent>({
  name: 'events.follow',
  load: () => asked({ kind: 'tenant' }),
  run:
    async ({ actor }) =>
    (event) =>
      shown(event, actor),
})

/** Everybody may know that something happened; its ids are for those who may read all that they could name. */
function shown(event: LiveEvent, actor: Actor): LiveEvent {
  const { topic } = event
  return topic === 'reset' || mayName(actor, topic) ? event : { topic }
}

function mayName(actor: Actor, topic: LiveTopic): boolean {
  // A change, a rollout or an alert may be of any team's objects; branches are those of clusters.
  const isOfObjects = topic === 'changes' || topic === 'rollouts' || topic === 'alerts'
  return canEverywhere(actor, 'read', isOfObjects ? 'application' : 'cluster')
}
