// What the people of the demo did in the past ninety days: made up, in the order in which it is said to have happened. It
// ends with the demo's fleet.
import type { Kind } from '#lib/domain/objects/kinds.ts'
import type { DemoDocument } from '../document.ts'
import { demoFleet, DEMO_SIZE } from '../fleet.ts'
import { BROKEN_BRANCH } from '../simulator/application.ts'
import type { Maker } from './people.ts'
import { workingDay } from './working-days.ts'

export type Edit =
  | { readonly verb: 'apply'; readonly documents: readonly DemoDocument[] }
  | { readonly verb: 'patch'; readonly kind: Kind; readonly ref: Ref; readonly body: unknown }
  | { readonly verb: 'delete'; readonly kind: Kind; readonly ref: Ref }

type Ref = { readonly namespace?: string; readonly name: string }

export type Step = {
  readonly at: Date
  readonly maker: Maker
  readonly reason: string
  readonly edit: Edit
}

type Line = readonly [back: number, time: string, maker: Maker, reason: string, edit: Edit]

/** The steps up to a day; those of days with the same last working day are the same. */
export function historyUntil(today: Date): readonly Step[] {
  return LINES.map(([back, time, maker, reason, edit]) => {
    const [hours, minutes] = time.split(':').map(Number)
    const at = workingDay(today, back, hours! * 60 + minutes!)
    return { at, maker, reason: `${reason} (made up)`, edit }
  })
}

const fleet = demoFleet(DEMO_SIZE)

type Earlier = {
  readonly labels?: Readonly<Record<string, string>>
  readonly spec?: Readonly<Record<string, unknown>>
}

/** How some objects were first. */
const FIRST: Readonly<Record<string, Earlier>> = {
  'west-wa-albany-01': { spec: { environment: 'staging' } },
  'west-wa-broome-01': { spec: { environment: 'non-prod' } },
  'east-nsw-sydney-01': { labels: { gpu: 'false' } },
  'east-qld-brisbane-01': { labels: { gpu: 'false' } },
  'central-akl-auckland-01': { labels: { region: 'east' } },
  conveyor: { spec: { repo_path: 'manifests' } },
  'printer-spool': { labels: { wave: 'pilot' } },
  'queue-length': { labels: { wave: 'pilot' } },
  'store-basics': { spec: { cluster_selector: 'edge=true,region=east' } },
  'gpu-apps-to-gpu-clusters': { spec: { cluster_selector: 'gpu=true,environment=staging' } },
  'analytics-replay': { spec: { suspended: false } },
}

function asFirst(document: DemoDocument): DemoDocument {
  const { metadata, spec } = document
  const { labels, spec: fields } = FIRST[metadata.name] ?? {}
  return {
    ...document,
    metadata: labels ? { ...metadata, labels: { ...metadata.labels, ...labels } } : metadata,
    spec: { ...spec, ...fields },
  }
}

const apply = (documents: readonly DemoDocument[]): Edit => ({
  verb: 'apply',
  documents: documents.map(asFirst),
})

const clusters = (from: number, to: number) => apply(fleet.clusters.slice(from, to))
const named = (documents: readonly DemoDocument[], names: readonly string[]) =>
  apply(documents.filter(({ metadata }) => names.includes(metadata.name)))
const teams = (...names: string[]) => named(fleet.teams, names)
const applications = (...names: string[]) => named(fleet.applications, names)
const policies = (...names: string[]) => named(fleet.policies, names)

const branch = (namespace: string, name: string, repoBranch: string): Edit => ({
  verb: 'patch',
  kind: 'application',
  ref: { namespace, name },
  body: { repo_branch: repoBranch },
})
const application = (namespace: string, name: string, body: unknown): Edit => ({
  verb: 'patch',
  kind: 'application',
  ref: { namespace, name },
  body,
})
const cluster = (name: string, body: unknown): Edit => ({
  verb: 'patch',
  kind: 'cluster',
  ref: { name },
  body,
})
const policy = (name: string, body: unknown): Edit => ({
  verb: 'patch',
  kind: 'target-policy',
  ref: { name },
  body,
})

const SIGNAGE_TRIAL: DemoDocument = {
  apiVersion: 'berth.dev/v1',
  kind: 'TargetPolicy',
  metadata: { name: 'signage-trial' },
  spec: { app_selector: 'name=signage', cluster_selector: 'region=south,environment=staging' },
}

const LINES: readonly Line[] = [
  [61, '09:05', 'ada', 'Set up the first three teams', teams('ieb', 'payments', 'store-ops')],
  [
    61,
    '09:40',
    'ada',
    'Onboard the first eighteen stores',
    apply([...fleet.clusterTypes, ...fleet.clusters.slice(0, 18)]),
  ],
  [
    61,
    '10:30',
    'cory',
    'What every store starts with',
    applications('app1', 'clock-in', 'terminal'),
  ],
  [61, '11:10', 'ada', 'Target the first applications', policies('app1_to_east', 'store-basics')],
  [60, '10:15', 'ines', 'The belts of the distribution centres', applications('conveyor')],
  [60, '14:20', 'ada', 'Twelve more stores', clusters(18, 30)],
  [
    59,
    '09:30',
    'cory',
    'Price labels, and settlement for the terminals',
    applications('price-labels', 'settlement'),
  ],
  [58, '13:45', 'ines', 'Machines stand in the south and the west', policies('ieb-machines')],
  [57, '15:05', 'ines', 'Gateways for the machines', applications('fleet-gateway')],
  [55, '09:20', 'ada', 'A team for vision and forecasting', teams('analytics')],
  [
    55,
    '11:00',
    'cory',
    'First models of the new team',
    applications('shelf-vision', 'queue-length'),
  ],
  [54, '10:40', 'ada', 'Models on GPUs, in staging first', policies('gpu-apps-to-gpu-clusters')],
  [53, '14:10', 'cory', 'Fraud checks and receipts', applications('fraud-check', 'receipts')],
  [
    52,
    '09:15',
    'ada',
    'Store basics worked in the east: the west is next',
    policy('store-basics', { cluster_selector: 'edge=true,region in (east,west)' }),
  ],
  [51, '16:00', 'cory', 'Screens at the entrance', applications('signage')],
  [
    50,
    '10:50',
    'cory',
    'Clocks are an hour off in the west',
    branch('store-ops', 'clock-in', 'hotfix-time-zones'),
  ],
  [49, '13:25', 'ines', 'Bridges to the older controllers', applications('plc-bridge')],
  [48, '09:35', 'cory', 'The hotfix is merged', branch('store-ops', 'clock-in', 'main')],
  [
    47,
    '11:30',
    'ada',
    'Sydney got a GPU box',
    cluster('east-nsw-sydney-01', { metadata: { gpu: 'true' } }),
  ],
  [
    46,
    '10:05',
    'ada',
    'Store basics for everybody',
    policy('store-basics', { cluster_selector: 'edge=true' }),
  ],
  [
    45,
    '14:45',
    'ada',
    'Models go to production',
    policy('gpu-apps-to-gpu-clusters', {
      cluster_selector: 'gpu=true,environment in (prod,staging)',
    }),
  ],
  [44, '09:50', 'ines', 'Try 1.4 before it is merged', branch('ieb', 'app1', 'release-1.4')],
  [43, '15:30', 'cory', 'Forecasts of demand', applications('demand-forecast')],
  [
    42,
    '10:20',
    'ada',
    'What is on trial stays out of production',
    policies('pilots-stay-out-of-production'),
  ],
  [41, '13:00', 'ada', 'Ten more stores', clusters(30, 40)],
  [40, '09:10', 'ada', 'Albany goes live', cluster('west-wa-albany-01', { environment: 'prod' })],
  [39, '11:40', 'cory', 'Counting stock by camera', applications('stock-count')],
  [38, '10:00', 'ines', '1.4 is merged', branch('ieb', 'app1', 'master')],
  [37, '14:30', 'cory', 'Refunds without the back office', applications('refunds')],
  [
    36,
    '09:25',
    'ines',
    'Manifests moved beside the others',
    application('ieb', 'conveyor', { repo_path: 'deploy/conveyor' }),
  ],
  [35, '13:15', 'ada', 'Signage on trial in the south', apply([SIGNAGE_TRIAL])],
  [34, '10:45', 'cory', 'Printing, on trial', applications('printer-spool')],
  [
    33,
    '15:20',
    'ada',
    'Auckland belongs to the central region',
    cluster('central-akl-auckland-01', { metadata: { region: 'central' } }),
  ],
  [
    32,
    '09:55',
    'cory',
    'Footfall, and a cache for the models',
    applications('footfall', 'model-cache'),
  ],
  [
    31,
    '14:05',
    'cory',
    'Queue lengths are reliable now',
    application('analytics', 'queue-length', { metadata: { wave: 'general' } }),
  ],
  [
    30,
    '15:50',
    'ada',
    'Only flagship stores need all of it',
    policy('store-basics', { cluster_selector: 'edge=true,tier=flagship' }),
  ],
  [
    29,
    '08:05',
    'ada',
    'Roll back: staff can’t clock in at standard stores',
    policy('store-basics', { cluster_selector: 'edge=true' }),
  ],
  [28, '11:20', 'cory', 'Card rules of the new year', branch('payments', 'terminal', 'pci-2026')],
  [
    27,
    '10:30',
    'cory',
    'Printing is ready for all stores',
    application('store-ops', 'printer-spool', { metadata: { wave: 'general' } }),
  ],
  [26, '13:40', 'ines', 'Sensors of the cold chain', applications('sensor-hub')],
  [
    25,
    '09:45',
    'ada',
    'Brisbane got a GPU box',
    cluster('east-qld-brisbane-01', { metadata: { gpu: 'true' } }),
  ],
  [24, '14:00', 'ada', 'Eight more stores', clusters(40, 48)],
  [23, '10:10', 'cory', 'Doors that open by badge', applications('door-access')],
  [22, '15:15', 'cory', 'The card rules are merged', branch('payments', 'terminal', 'main')],
  [21, '11:05', 'cory', 'Card numbers leave the terminals as tokens', applications('tokenizer')],
  [
    20,
    '16:40',
    'cory',
    'Stock counts twice as fast',
    branch('store-ops', 'stock-count', BROKEN_BRANCH),
  ],
  [
    19,
    '08:15',
    'cory',
    'Roll back: 2.0 doesn’t start anywhere',
    branch('store-ops', 'stock-count', 'main'),
  ],
  [18, '09:30', 'ada', 'Broome goes live', cluster('west-wa-broome-01', { environment: 'prod' })],
  [17, '13:50', 'ada', 'Six more stores', clusters(48, 54)],
  [
    16,
    '10:55',
    'ada',
    'The trial is over',
    { verb: 'delete', kind: 'target-policy', ref: { name: 'signage-trial' } },
  ],
  [15, '14:25', 'ada', 'Payments to the first flagship stores', policies('payments-in-production')],
  [15, '15:40', 'ada', 'Nothing much leaves production by accident', apply(fleet.guardRules)],
  [14, '09:40', 'ines', 'Shifts on the wall', applications('shift-board')],
  [
    13,
    '10:05',
    'ada',
    'Logs look alike, and terminals know their acquirer',
    apply([...fleet.configSchemas, ...fleet.configs.slice(0, 2)]),
  ],
  [13, '14:35', 'cory', 'Limits of payments without a PIN', apply(fleet.configs.slice(2))],
  [
    12,
    '11:15',
    'cory',
    'Shelf vision 3.1, before it is merged',
    branch('analytics', 'shelf-vision', 'release-3.1'),
  ],
  [11, '10:25', 'cory', 'Replays of what the cameras saw', applications('replay')],
  [10, '13:30', 'ada', 'Five more stores', clusters(54, 59)],
  [9, '15:00', 'cory', 'Replays in the east', policies('analytics-replay')],
  [8, '09:20', 'cory', 'Shelf vision 3.1 is merged', branch('analytics', 'shelf-vision', 'main')],
  [
    6,
    '10:35',
    'cory',
    'Replays fill the disks: stop until there are more',
    policy('analytics-replay', { suspended: true }),
  ],
  [
    5,
    '11:25',
    'cory',
    'Price labels in colour',
    branch('store-ops', 'price-labels', 'release-5.0'),
  ],
  [4, '14:15', 'ines', 'The seventh application of the machines', applications('ieb-app-7')],
  [3, '09:05', 'cory', 'Colour is merged', branch('store-ops', 'price-labels', 'main')],
  [2, '13:10', 'ada', 'The next store, whose reports are still to come', clusters(59, 60)],
]
