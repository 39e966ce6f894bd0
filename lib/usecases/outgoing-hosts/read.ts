import { readOutgoingHosts } from '#db/queries/outgoing-hosts.ts'
import type { OutgoingHostsJson } from '#lib/schemas/outgoing-hosts.ts'
import { asked, type Context, defineRead } from '../define.ts'
import { type TaggedSettings, taggedSettings } from '../settings-tag.ts'

export type OutgoingHostsAnswer = TaggedSettings<OutgoingHostsJson>

export const readOutgoingHostsUseCase = defineRead<null, OutgoingHostsAnswer>({
  name: 'outgoing-hosts.read',
  load: () => asked({ kind: 'settings' }),
  run: async ({ scope }: Context) => outgoingHostsAnswer(await readOutgoingHosts(scope)),
})

export function outgoingHostsAnswer(hosts: readonly string[]): OutgoingHostsAnswer {
  return taggedSettings({ hosts: [...hosts] })
}
