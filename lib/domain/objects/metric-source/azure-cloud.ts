// Where the clouds of Azure take tokens and for what, by the host of what is asked. A token is asked for nothing else: it would
// be shown to a host that isn't Azure's.

export type AzureCloud = {
  /** Where tokens come from: an origin. */
  readonly authority: string
  /** What the token is for. */
  readonly scope: string
}

const AUTHORITIES = {
  com: 'https://login.microsoftonline.com',
  us: 'https://login.microsoftonline.us',
  cn: 'https://login.partner.microsoftonline.cn',
} as const

/** https://learn.microsoft.com/azure/azure-monitor/logs/api/overview, and those of the national clouds (2026-11). */
const LOG_ANALYTICS: Readonly<Record<string, keyof typeof AUTHORITIES>> = {
  'api.loganalytics.azure.com': 'com',
  'api.loganalytics.io': 'com',
  'api.loganalytics.us': 'us',
  'api.loganalytics.azure.cn': 'cn',
}

/** https://learn.microsoft.com/azure/azure-monitor/metrics/prometheus-api-promql (2026-11). */
const PROMETHEUS = /(?:^|\.)(prometheus\.monitor\.azure\.(com|us|cn))$/

/** The cloud of a source's host; null: the host is none of Azure's for this kind of source. */
export function azureCloudOf(
  kind: 'prometheus' | 'log-analytics',
  host: string,
): AzureCloud | null {
  if (kind === 'log-analytics') {
    const cloud = LOG_ANALYTICS[host]
    return cloud === undefined
      ? null
      : { authority: AUTHORITIES[cloud], scope: `https://${host}/.default` }
  }
  const [, service, cloud] = PROMETHEUS.exec(host) ?? []
  if (cloud !== 'com' && cloud !== 'us' && cloud !== 'cn') return null
  return { authority: AUTHORITIES[cloud], scope: `https://${service}/.default` }
}
