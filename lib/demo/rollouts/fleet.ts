// What the demo has besides its fleet, to show how versions travel: the order of its environments, applications that follow
// versions and need each other, one with another directory for early adopters, and freezes.
import { type DemoDocument, document } from '../document.ts'
import { demoGroup } from '../groups.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SATURDAY = 6

const EARLY = 'early-adopters'

/** Of production only, and for one person. */
const approvals = { count: 1, groups: [{ id: demoGroup.releaseManagers }] }

export const environments: readonly DemoDocument[] = [
  document(
    'Environment',
    { name: 'non-prod' },
    { description: 'Where every version comes first', waves: [{ name: 'rest' }] },
  ),
  document(
    'Environment',
    { name: 'staging' },
    {
      description: 'Like production, without customers',
      after: ['non-prod'],
      waves: [{ name: 'canary', size: 2, after: { soak: '2h' } }, { name: 'rest' }],
    },
  ),
  document(
    'Environment',
    { name: 'prod' },
    {
      description: 'Stores that are open',
      protected: true,
      deployers: [{ id: demoGroup.releaseManagers }, { id: demoGroup.ieb }],
      after: ['staging'],
      after_soak: '2h',
      hours: {
        time_zone: 'UTC',
        weekly: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '06:00', to: '18:00' }],
      },
      hold: '30d',
      waves: [
        { name: 'canary', size: 2, before: { approvals }, after: { soak: '1h' } },
        { name: 'early', target: EARLY },
        { name: 'islands', clusters: 'region=pacific' },
        { name: 'rest' },
      ],
    },
  ),
]

export type DemoApplication = { readonly namespace: string; readonly name: string }

export type HeldVersion = {
  readonly application: DemoApplication
  readonly cluster: string
  readonly until: Date
}

export const edgeAgent: DemoApplication = { namespace: 'ieb', name: 'edge-agent' }
export const lineMonitor: DemoApplication = { namespace: 'ieb', name: 'line-monitor' }
export const tillScreen: DemoApplication = { namespace: 'store-ops', name: 'till-screen' }

const EDGE_AGENT = 'What every machine runs'
const LINE_MONITOR = 'Watches the belts'
const TILL_SCREEN = 'What the customer sees'

const earlyAgent = {
  targets: [{ name: EARLY, environment: 'prod', repo_path: 'deploy/edge-agent/early-adopters' }],
}

/** They have a policy of their own, and no other one selects them but that of the early adopters. */
export const applications: readonly DemoDocument[] = [
  following(edgeAgent, EDGE_AGENT, earlyAgent),
  following(lineMonitor, LINE_MONITOR),
  following(tillScreen, TILL_SCREEN),
  document(
    'TargetPolicy',
    { name: 'released-by-versions' },
    {
      description: 'What follows versions runs in two regions',
      app_selector: 'delivery=versions',
      cluster_selector: 'region in (central,pacific)',
    },
  ),
  document(
    'TargetPolicy',
    { name: EARLY, namespace: edgeAgent.namespace },
    {
      description: 'The stores in Hamilton try out what others get later',
      app_selector: `name=${edgeAgent.name}`,
      cluster_selector: 'name in (central-wko-hamilton-01,central-wko-hamilton-02)',
      target: EARLY,
    },
  ),
]

/** The agent, once its team shows it to everybody. */
export const shownAgent = following(edgeAgent, EDGE_AGENT, { ...earlyAgent, visibility: 'tenant' })

const onAgent = { namespace: edgeAgent.namespace, application: edgeAgent.name }

/** In any version, well or not. */
export const needingMonitor = following(lineMonitor, LINE_MONITOR, {
  depends_on: [{ ...onAgent, healthy: false }],
})

/** In a version that isn't in production yet. */
export const needingScreen = following(tillScreen, TILL_SCREEN, {
  depends_on: [{ ...onAgent, min_version: '1.1.0' }],
})

function following(
  { namespace, name }: DemoApplication,
  description: string,
  more: DemoDocument['spec'] = {},
): DemoDocument {
  return document(
    'Application',
    { namespace, name, labels: { delivery: 'versions' } },
    {
      description,
      repo_url: `https://git.example.com/${namespace}/${name}.git`,
      repo_branch: 'main',
      repo_path: `deploy/${name}`,
      follow: 'versions',
      ...more,
    },
  )
}

/** A store that keeps its version of the agent until a morning in two weeks. */
export function rebuiltStore(now: Date): HeldVersion {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  return {
    application: edgeAgent,
    cluster: 'pacific-wes-nadi-01',
    until: new Date(today + 14 * DAY_MS + 6 * HOUR_MS),
  }
}

/** Of one application, until somebody lifts it. */
export const stopTheLine: DemoDocument = document(
  'Freeze',
  { name: 'stop-the-line' },
  {
    description: 'Belts are reported as standing that run: nothing more of it until we know why',
    environments: '*',
    namespaces: [lineMonitor.namespace],
    app_selector: `name=${lineMonitor.name}`,
  },
)

/** From the first moment of the next Saturday after an instant, until the Monday morning after it. */
export function weekendFreeze(now: Date): DemoDocument {
  const today = Math.floor(now.getTime() / DAY_MS)
  const days = (SATURDAY - new Date(now).getUTCDay() + 7) % 7 || 7
  const from = (today + days) * DAY_MS
  return document(
    'Freeze',
    { name: 'inventory' },
    {
      description: 'Stores count what they have',
      environments: ['prod'],
      from: new Date(from).toISOString(),
      to: new Date(from + 2 * DAY_MS + 4 * HOUR_MS).toISOString(),
    },
  )
}
