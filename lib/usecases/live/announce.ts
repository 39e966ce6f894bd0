import type { LiveId, LiveTopic } from '#lib/schemas/live.ts'
import type { Context } from '../define.ts'

/** Tells those who follow the tenant, once this transaction is committed. */
export function announce(
  { services, tenant, afterCommit }: Pick<Context, 'services' | 'tenant' | 'afterCommit'>,
  topic: LiveTopic,
  id: LiveId,
): void {
  afterCommit(() => services.announcer.say(tenant.id, topic, id))
}
