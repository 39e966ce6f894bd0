// What is asked of the large fleet, and how long an answer may take.
import { LARGE_SIZE } from './large-fleet.ts'

export type LargeRequest = {
  readonly path: string
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly body?: () => unknown
  readonly what?: string
  readonly reachMs?: number
  readonly runs?: number
  /** Sent with something that can't be a token. */
  readonly isRefused?: boolean
}

/** Up to here, people perceive an answer as immediate. */
const PLAIN_MS = 50
/** With a text, at a time, or several filters together. */
const COMBINED_MS = 200

/** Any time after the load. */
const AT = `at=2999-01-01`
const selector = (text: string) => `labelSelector=${encodeURIComponent(text)}`

const PLAIN = [
  '/placements',
  '/placements?sort=-name',
  '/placements?namespace=team-05',
  '/placements?application=app-500',
  '/placements?cluster=cluster-50000',
  '/placements?policy=policy-100',
  `/placements?${selector('region=region-1')}`,
  `/placements?${selector('store=store-500')}`,
  '/history',
  '/history?sort=from',
  '/history?namespace=team-05',
  '/history?application=app-500',
  '/history?cluster=cluster-50000',
  '/history?change=15',
  // The change that removed 200,000.
  '/history?change=26',
  '/history?change=26&sort=from',
  '/history?from=2000-01-01',
  '/history?to=2999-01-01',
  '/clusters',
  '/clusters?sort=-name',
  '/clusters?sort=since',
  '/clusters?sort=-since',
  `/clusters?${selector('region=region-1')}`,
  `/clusters?${selector('store=store-500')}`,
  '/applications',
  '/applications?sort=-name',
  '/applications?sort=-since',
  `/applications?${selector('wave=wave-1')}`,
  '/target-policies',
  '/target-policies?sort=-since',
  '/label-values?kind=cluster',
  '/label-values?kind=cluster&key=site',
  '/label-values?kind=cluster&key=name&prefix=cluster-5',
  '/changes',
  '/changes?sort=at',
  '/changes?kind=cluster',
  '/changes?name=app-500',
  '/changes?namespace=team-05',
  '/changes?actor=bench',
  '/changes?from=2000-01-01',
  '/audit',
  '/audit?actor=bench',
  '/audit?result=refused',
]

const COMBINED = [
  '/placements?q=zzzz',
  '/placements?q=cluster',
  '/placements?q=app-500',
  '/placements?q=cluster-5000',
  '/placements?q=app-500%20cluster-5',
  `/placements?application=app-500&${selector('region=region-1')}`,
  `/placements?${selector('edge=true,ring in (ring-0,ring-1)')}`,
  `/placements?${AT}`,
  `/placements?${AT}&q=cluster-5000`,
  `/placements?${AT}&application=app-500`,
  `/placements?${AT}&${selector('region=region-1')}`,
  '/history?q=zzzz',
  '/history?q=cluster',
  '/history?q=app-500',
  '/history?q=cluster-5000',
  '/history?application=app-500&cluster=cluster-50000',
  `/history?${AT}`,
  `/history?${AT}&q=zzzz`,
  '/clusters?q=zzzz',
  '/clusters?q=cluster-5000',
  `/clusters?${AT}`,
  `/clusters?${AT}&q=zzzz`,
  `/clusters?${AT}&${selector('region=region-1')}`,
  '/applications?q=app-50',
  `/applications?${AT}`,
  '/target-policies?q=policy-1',
  `/target-policies?${AT}`,
  '/changes?q=zzzz',
  `/changes?${AT}`,
  '/audit?q=zzzz',
]

export const lists: readonly LargeRequest[] = [
  ...PLAIN.map((path) => ({ path, reachMs: PLAIN_MS })),
  ...COMBINED.map((path) => ({ path, reachMs: COMBINED_MS })),
]

const policy = (app_selector: string, cluster_selector: string) => () => ({
  name: 'bench',
  app_selector,
  cluster_selector,
})

export const previews: readonly LargeRequest[] = [
  {
    what: 'preview of a policy that moves one pair',
    path: '/target-policies?dryRun=true',
    method: 'POST',
    body: policy('name=app-500', 'name=cluster-00499'),
  },
  {
    what: 'preview of a policy on 450,000 pairs',
    path: '/target-policies?dryRun=true',
    method: 'POST',
    body: policy('wave=wave-1', `site in (${sites(9)})`),
    reachMs: COMBINED_MS,
  },
  {
    what: "preview of a cluster's label",
    path: '/clusters/cluster-50000?dryRun=true',
    method: 'PATCH',
    body: () => ({ metadata: { site: 'site-7' } }),
    reachMs: 20,
  },
]

/** Each has 200 clusters; a quarter of the applications is in a wave. */
function sites(count: number): string {
  return Array.from({ length: count }, (_, index) => `site-${480 + index}`).join(',')
}

/** As many new ones as already exist, and nothing selects them. */
export const wideDryRun: LargeRequest = {
  what: 'dry run of POST /apply with 100,000 new clusters',
  path: '/apply?dryRun=true',
  method: 'POST',
  body: () =>
    Array.from({ length: LARGE_SIZE.clusters }, (_, index) => ({
      apiVersion: 'berth.dev/v1',
      kind: 'Cluster',
      metadata: {
        name: `new-${String(index).padStart(5, '0')}`,
        labels: { lot: `lot-${index % 10}` },
      },
      spec: { environment: 'non-prod' },
    })),
  reachMs: 60_000,
  runs: 1,
}

export const wideApply: LargeRequest = {
  ...wideDryRun,
  what: 'POST /apply with 100,000 new clusters',
  path: '/apply',
}
