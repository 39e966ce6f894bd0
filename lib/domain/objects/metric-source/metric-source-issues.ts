import { callHost, callUrlIssues } from '#lib/domain/addresses/call-url.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues, textIssues } from '#lib/domain/text/text.ts'
import { policyNameIssues } from '../names.ts'
import { azureCloudOf } from './azure-cloud.ts'
import type { MetricSource } from './metric-source.ts'

const QUERIES_MAX = 20
const QUERY_CHARACTERS_MAX = 8192
const METRIC = /^[a-zA-Z_][a-zA-Z0-9_]{0,62}$/
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const USERNAME = /^[\x20-\x39\x3b-\x7e]{1,128}$/

/** Every issue of a source by itself, with the API's field names in the paths. */
export function metricSourceIssues(source: MetricSource): readonly Issue[] {
  return [
    ...policyNameIssues(source.name, ['name']),
    ...descriptionIssues(source.description),
    ...urlIssues(source),
    ...placeIssues(source),
    ...signInIssues(source),
    ...queryIssues(source.queries),
  ]
}

function urlIssues({ url, system, auth }: MetricSource): readonly Issue[] {
  const issues = callUrlIssues(url, ['url'])
  if (issues.length > 0) return issues
  if (url.includes('?')) {
    return [issue('url', 'url_format', 'The address holds a query: Berth adds its own.')]
  }
  if (auth !== 'entra' || azureCloudOf(system, callHost(url) ?? '') !== null) return []
  return [
    issue(
      'url',
      'source_not_azure',
      'Microsoft Entra ID signs in to Azure alone: api.loganalytics.azure.com, or a host beneath prometheus.monitor.azure.com.',
    ),
  ]
}

function placeIssues({ system, auth, workspace }: MetricSource): readonly Issue[] {
  if (system === 'prometheus') return workspace === null ? [] : [needless('workspace')]
  return [
    ...guidIssues('workspace', workspace),
    ...(auth === 'entra'
      ? []
      : [issue('auth', 'source_sign_in', 'Azure Log Analytics asks for Microsoft Entra ID.')]),
  ]
}

function signInIssues({ auth, username, entraTenant, clientId }: MetricSource): readonly Issue[] {
  const given = { username, entra_tenant: entraTenant, client_id: clientId }
  const wanted = new Set<string>(
    { none: [], bearer: [], basic: ['username'], entra: ['entra_tenant', 'client_id'] }[auth],
  )
  return [
    ...Object.entries(given).flatMap(([field, value]) =>
      value !== null && !wanted.has(field) ? [needless(field)] : [],
    ),
    ...(auth === 'basic' && !USERNAME.test(username ?? '')
      ? [issue('username', 'source_sign_in', 'The name has 1 to 128 ASCII characters, and no ":".')]
      : []),
    ...(auth === 'entra'
      ? [...guidIssues('entra_tenant', entraTenant), ...guidIssues('client_id', clientId)]
      : []),
  ]
}

function queryIssues(queries: MetricSource['queries']): readonly Issue[] {
  if (queries.length > QUERIES_MAX) {
    const reason = `There are ${queries.length} queries; at most ${QUERIES_MAX} are allowed.`
    return [issue('queries', 'too_many', reason)]
  }
  return queries.flatMap(({ metric, query }, index): readonly Issue[] => [
    ...(METRIC.test(metric)
      ? []
      : [
          {
            path: ['queries', index, 'metric'],
            code: 'metric_name',
            reason: 'A metric has a name of 1 to 63 letters, digits and _.',
          },
        ]),
    ...(queries.findIndex((other) => other.metric === metric) < index
      ? [
          {
            path: ['queries', index, 'metric'],
            code: 'metric_repeated',
            reason: 'Another query is for this metric.',
          },
        ]
      : []),
    ...(query.trim() === ''
      ? [{ path: ['queries', index, 'query'], code: 'required', reason: 'The query is empty.' }]
      : textIssues(query, ['queries', index, 'query'], {
          charactersMax: QUERY_CHARACTERS_MAX,
          lineBreaks: true,
        })),
  ])
}

function guidIssues(field: string, value: string | null): readonly Issue[] {
  if (value !== null && GUID.test(value)) return []
  return [issue(field, 'guid_format', 'This is a GUID, as Azure’s portal shows it.')]
}

function needless(field: string): Issue {
  return issue(field, 'source_needless', 'This means nothing for such a source: leave it out.')
}

function issue(field: string, code: string, reason: string): Issue {
  return { path: [field], code, reason }
}
