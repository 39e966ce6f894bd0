// The fleet that reports: 10,000 clusters with the same 100 applications each, and one of them with 400 more; and what its
// clusters say.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { captured } from '#lib/domain/reconcilers/argocd/testing/captured.ts'
import {
  applicationName,
  type BenchDocument,
  benchApplications,
  benchClusters,
  benchTeams,
  FULL_SIZE,
  teamName,
} from './fleet.ts'

export const COMMON_APPLICATIONS = 100
export const MANY_APPLICATIONS = 500

const SIZE = { ...FULL_SIZE, applications: MANY_APPLICATIONS }
const SYNCS = 3
/** As many resources as make an Application as long as those that were captured whole. */
const RESOURCES = 24
const SYNCED_AT = '2026-11-20T02:00:00Z'

const compress = promisify(gzip)

export function reportingFleet(): BenchDocument[][] {
  return [benchTeams(SIZE), benchClusters(SIZE), applications(), policies()]
}

function applications(): BenchDocument[] {
  return benchApplications(SIZE).map((document, index) => ({
    ...document,
    metadata: {
      ...document.metadata,
      labels: { set: index < COMMON_APPLICATIONS ? 'common' : 'more' },
    },
  }))
}

function policies(): BenchDocument[] {
  const places = { common: '*', more: 'name=cluster-00000' }
  return Object.entries(places).map(([set, clusters]) => ({
    apiVersion: 'berth.dev/v1',
    kind: 'TargetPolicy',
    metadata: { name: set },
    spec: { app_selector: `set=${set}`, cluster_selector: clusters },
  }))
}

export type Said = {
  /** The commit that its root has applied. */
  readonly pulled: string
  readonly applications: number
  /** The applications that are degraded, by their index. */
  readonly degraded: readonly number[]
  readonly at: Date
}

/** The short form, compressed. */
export function compactReport({ pulled, applications, degraded, at }: Said): Promise<Buffer> {
  const names = Array.from({ length: applications }, (_, index) => nameOf(index))
  const isDegraded = (_: string, index: number) => degraded.includes(index)
  return reportOf(names, { pulled, at, isDegraded })
}

/** The same of applications by the names that they have on the cluster. */
export function reportOf(
  names: readonly string[],
  {
    pulled,
    at,
    isDegraded,
  }: Pick<Said, 'pulled' | 'at'> & {
    readonly isDegraded: (name: string, index: number) => boolean
  },
): Promise<Buffer> {
  const items = names.map((name, index) =>
    compactItem(name, commitOf(name, SYNCS), isDegraded(name, index) ? 'Degraded' : 'Healthy'),
  )
  const root = compactItem('berth', pulled, 'Healthy')
  const report = {
    apiVersion: 'berth.dev/v1',
    kind: 'Report',
    at,
    complete: true,
    items: [root, ...items],
  }
  return compress(JSON.stringify(report))
}

function compactItem(name: string, revision: string, health: string) {
  return {
    namespace: 'argocd',
    name,
    targetRevision: 'main',
    revision,
    sync: 'Synced',
    health,
    phase: 'Succeeded',
    message: 'successfully synced (all tasks run)',
    startedAt: SYNCED_AT,
    finishedAt: SYNCED_AT,
    reconciledAt: SYNCED_AT,
    deleting: false,
    images: [`registry.example.com/${name}:1.42.0`],
    conditions: [],
    history: Array.from({ length: SYNCS }, (_, id) => syncEntry(name, id)),
  }
}

function syncEntry(name: string, id: number) {
  const at = new Date(Date.parse(SYNCED_AT) - (SYNCS - id) * 86_400_000)
  return {
    id,
    revision: commitOf(name, id),
    deployedAt: at,
    deployStartedAt: at,
    initiatedBy: null,
  }
}

/** The list as Argo CD has it, compressed, and how long an Application in it is. */
export async function listReport({
  pulled,
  applications,
}: Pick<Said, 'pulled' | 'applications'>): Promise<{
  readonly body: Buffer
  readonly bytesEach: number
}> {
  const list = captured('healthy')
  const [root, application] = ['berth', 'ieb--app1'].map((name) =>
    JSON.stringify(
      list.items.find(({ metadata }) => JSON.stringify(metadata).includes(`"name":"${name}"`)),
    ),
  )
  const items = Array.from({ length: applications }, (_, index) =>
    grown(application!.replaceAll('ieb--app1', nameOf(index)), nameOf(index)),
  )
  const rootText = root!.replaceAll(/"revision":"[0-9a-f]{40}"/g, `"revision":"${pulled}"`)
  const text = JSON.stringify({ ...list, items: [JSON.parse(rootText), ...items] })
  return { body: await compress(text), bytesEach: JSON.stringify(items[0]).length }
}

type ListItem = {
  readonly metadata: object
  readonly status: { readonly history: readonly object[]; readonly resources: readonly object[] }
}

/** With as much as an Application has that was synced ten times and has some resources; those captured were cut. */
function grown(text: string, name: string): object {
  const { metadata, status, ...rest }: ListItem = JSON.parse(text)
  return {
    ...rest,
    metadata: { ...metadata, uid: commitOf(name, 0), resourceVersion: commitOf(name, 1) },
    status: {
      ...status,
      history: Array.from({ length: 10 }, (_, id) => ({
        ...status.history[0],
        ...syncEntry(name, id % SYNCS),
        id,
      })),
      resources: Array.from({ length: RESOURCES }, (_, index) => ({
        ...status.resources[0],
        name: `${name}-${commitOf(name, index)}`,
      })),
    },
  }
}

/** Texts that differ, as they do in life; else a list would shrink to nothing when it is compressed. */
function commitOf(name: string, number: number): string {
  return createHash('sha1').update(`${name} ${number}`).digest('hex')
}

function nameOf(index: number): string {
  return `${teamName(index % SIZE.teams)}--${applicationName(index)}`
}
