// Sets which hosts teams' objects may name. It moves no placement and no file, so it is no change of the fleet.
import { readOutgoingHosts, writeOutgoingHosts } from '#db/queries/outgoing-hosts.ts'
import { accepted } from '#lib/domain/text/issue.ts'
import { readOutgoingHostsBody } from '#lib/schemas/outgoing-hosts.ts'
import { auditName, only } from '../audit/subject.ts'
import type { Precondition } from '../changes/write-options.ts'
import { asked, defineEdit } from '../define.ts'
import { requireUnchanged } from '../settings-tag.ts'
import { type OutgoingHostsAnswer, outgoingHostsAnswer } from './read.ts'

type ReplaceRequest = { readonly body: unknown; readonly precondition: Precondition }
type ReplaceInput = { readonly hosts: readonly string[]; readonly precondition: Precondition }

const subject = only('outgoing-hosts')

export const replaceOutgoingHostsUseCase = defineEdit<
  ReplaceRequest,
  OutgoingHostsAnswer,
  ReplaceInput
>({
  name: 'outgoing-hosts.replace',
  subject,
  parse: ({ body, precondition }) => {
    const read = readOutgoingHostsBody(body)
    return read.ok ? accepted({ hosts: read.value, precondition }) : read
  },
  load: () => asked({ kind: 'settings' }),
  run: async ({ scope, audit }, { hosts, precondition }) => {
    const before = outgoingHostsAnswer(await readOutgoingHosts(scope))
    const after = outgoingHostsAnswer(hosts)
    requireUnchanged(before, precondition)
    if (before.etag === after.etag) {
      audit({ object: auditName(subject) })
      return before
    }
    await writeOutgoingHosts(scope, hosts)
    audit({ object: auditName(subject), before: before.json, after: after.json })
    return after
  },
})
