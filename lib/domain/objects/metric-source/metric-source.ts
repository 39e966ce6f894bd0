import { z } from 'zod'
import { accepted } from '#lib/domain/text/issue.ts'
import {
  type Answered,
  type Decoded,
  optional,
  required,
  schemasOf,
  type Sent,
  withDefault,
} from '../fields.ts'
import { secretField, type SecretRule, secretState } from '../secret-rule.ts'
import { metricSourceKind } from './metric-source-kind.ts'

const text = z.string()
const query = z.strictObject({
  metric: text.meta({
    description: 'One of the dashboard’s metrics, or a name of your own.',
    examples: ['sync_duration'],
  }),
  query: text.meta({
    description:
      'PromQL or KQL. `$step` and `$range` stand for spans of time, `$from` and `$to` for instants.',
    examples: ['sum by (dest_server) (rate(argocd_app_sync_total[$step]))'],
  }),
})

const fields = {
  name: required(text, { examples: ['prometheus'] }),
  description: withDefault(text, ''),
  kind: withDefault(z.enum(['prometheus', 'log-analytics']), 'prometheus', {
    description:
      '`prometheus` is whatever answers the HTTP API of Prometheus: Thanos, Mimir and Azure Monitor, too.',
  }),
  url: required(text, {
    description: 'Where it is asked, without `/api/v1` or `/v1/workspaces`.',
    examples: ['https://prometheus.example.com', 'https://api.loganalytics.azure.com'],
  }),
  workspace: optional(required(text), {
    description: 'Of Log Analytics: the id of the workspace.',
  }),
  auth: withDefault(z.enum(['none', 'basic', 'bearer', 'entra']), 'none', {
    description:
      'How Berth signs in: `basic` with `username`, `entra` with `entra_tenant` and `client_id`, and each with `secret`.',
  }),
  username: optional(required(text), { description: 'Of `basic`.' }),
  entra_tenant: optional(required(text), { description: 'Of `entra`: the id of the directory.' }),
  client_id: optional(required(text), { description: 'Of `entra`: the id of the application.' }),
  secret: secretField({ description: 'The password, token or client secret.' }),
  queries: withDefault(z.array(query), [], { description: 'What is asked of it, by metric.' }),
}

function decode(sent: Sent<typeof fields>) {
  return accepted({
    kind: metricSourceKind.kind,
    name: sent.name,
    description: sent.description,
    system: sent.kind,
    url: sent.url,
    /** Null: it is no Log Analytics. */
    workspace: sent.workspace ?? null,
    auth: sent.auth,
    username: sent.username ?? null,
    entraTenant: sent.entra_tenant ?? null,
    clientId: sent.client_id ?? null,
    secret: secretState(sent.secret),
    queries: sent.queries,
  })
}

export type MetricSource = Decoded<typeof decode>

function encode(source: MetricSource): Answered<typeof fields> {
  const { workspace, username, entraTenant, clientId } = source
  return {
    name: source.name,
    description: source.description,
    kind: source.system,
    url: source.url,
    ...(workspace !== null && { workspace }),
    auth: source.auth,
    ...(username !== null && { username }),
    ...(entraTenant !== null && { entra_tenant: entraTenant }),
    ...(clientId !== null && { client_id: clientId }),
    secret: source.secret,
    queries: source.queries.map(({ metric, query }) => ({ metric, query })),
  }
}

const SECRET_CHARACTERS_MAX = 4096

/**
 * A client secret is shown to the directory, and what that gives for it to the host: so neither may change while it is kept,
 * nor the way in which it is sent.
 */
const secret: SecretRule<MetricSource> = {
  serverOf: ({ url, auth, entraTenant, clientId }) =>
    [URL.parse(url)?.origin ?? url, auth, entraTenant ?? '', clientId ?? ''].join(' '),
  isRequired: ({ auth }) => auth !== 'none',
  flawOf: (secret) =>
    secret.length > SECRET_CHARACTERS_MAX ||
    !/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(secret)
      ? {
          code: 'secret_format',
          reason: `The secret is no text of visible ASCII characters, at most ${SECRET_CHARACTERS_MAX}.`,
        }
      : null,
}

export const metricSourceCodec = {
  ...schemasOf(metricSourceKind.type, fields),
  decode,
  encode,
  secrets: { secret },
}
