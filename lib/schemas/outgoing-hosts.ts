// The hosts that teams' objects may name, as an admin writes them.
import { z } from 'zod'
import {
  canonicalOutgoingHosts,
  OUTGOING_HOSTS_MAX,
  outgoingHostIssues,
} from '#lib/domain/addresses/outgoing-hosts.ts'
import { type Checked, checked } from '#lib/domain/text/issue.ts'
import { readShape } from './shape.ts'

const hosts = z
  .array(z.string())
  .max(OUTGOING_HOSTS_MAX)
  .meta({
    description:
      'Hosts that objects of teams may name for what Berth calls, each with all of its ports: names, or `*.example.com` for all beneath one.',
    examples: [['hooks.slack.com', '*.webhook.office.com']],
  })

export const outgoingHostsInput = z.strictObject({ hosts }).meta({ id: 'OutgoingHostsInput' })

export const outgoingHostsOutput = z.strictObject({ hosts }).meta({ id: 'OutgoingHosts' })

export type OutgoingHostsJson = z.output<typeof outgoingHostsOutput>

/** Each host once and in one order, from the JSON that people send. */
export function readOutgoingHostsBody(json: unknown): Checked<readonly string[]> {
  const shape = readShape(outgoingHostsInput, json)
  if (!shape.ok) return shape
  const { hosts: entries } = shape.value
  const issues = entries.flatMap((entry, index) => outgoingHostIssues(entry, ['hosts', index]))
  return checked(canonicalOutgoingHosts(entries), issues)
}
