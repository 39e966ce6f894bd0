// The fleet through which versions travel: that of the other benchmarks, in three environments, with an application everywhere,
// with as many more as make a thousand rollouts, and with some that need each other.
import type { WaveRule } from '#lib/domain/objects/environment/wave-rule.ts'
import {
  applicationName,
  type BenchDocument,
  benchApplications,
  benchClusters,
  benchPolicies,
  benchTeams,
  FULL_SIZE,
  teamName,
} from './fleet.ts'

const SIZE = FULL_SIZE
export const CLUSTERS = SIZE.clusters
export const ENVIRONMENTS = ['dev', 'qa', 'prod'] as const
/** Of each block of clusters, which have all zones and sites among them, this is the environment. */
const BLOCK = 500
const BLOCKS: readonly string[] = ['dev', 'qa', 'qa', 'qa', ...Array<string>(16).fill('prod')]

/** Is on all clusters. */
export const EVERYWHERE = { namespace: teamName(10), name: applicationName(30) }
export const WAVE_CLUSTERS = CLUSTERS / 2

/** Three rollouts of each application are a thousand. */
const ROLLED_OUT = 334
const MORE = { name: 'more', clusters: 'zone=zone-1' }

/** Each of a layer needs those of the layer below, and some of the one below that; nothing of the lowest is placed. */
const LAYERS = 20
const IN_A_LAYER = 14
const FURTHER_DOWN = 6
const NEEDING = { name: 'needing', clusters: 'site=site-2' }
/** One of the clusters where all of those wait for others. */
export const WAITING_CLUSTER = 'cluster-00502'

/** Parts that are loaded one after the other. Applications follow their branches. */
export function rolloutFleet(): BenchDocument[][] {
  const [first, ...others] = benchClusters(SIZE).map(inEnvironment)
  return [
    [...benchTeams(SIZE), ...ENVIRONMENTS.map((name) => environment(name, plainWaves()))],
    [first!, ...others],
    [...benchApplications(SIZE), ...more()],
    [...benchPolicies(SIZE), everywhere(), policy(MORE), policy(NEEDING)],
    needing(),
  ]
}

function inEnvironment(cluster: BenchDocument, index: number): BenchDocument {
  return { ...cluster, spec: { environment: BLOCKS[Math.floor(index / BLOCK) % BLOCKS.length] } }
}

type WaveJson = { readonly name: WaveRule['name']; readonly size?: number | string; after?: object }

/** Five, of which one has half of the fleet where there are as many. */
function plainWaves(): WaveJson[] {
  return [
    { name: 'canary', size: '10%' },
    { name: 'early', size: '20%' },
    { name: 'wide', size: WAVE_CLUSTERS },
    { name: 'late', size: '5%' },
    { name: 'rest' },
  ]
}

/** The same, each of which must be healthy for an hour. */
export function soakingWaves(): WaveJson[] {
  const after = { soak: '1h', unobserved: 'time', silent: '100%', failing: '100%' }
  return plainWaves().map((wave) => ({ ...wave, after }))
}

export function environment(name: string, waves: readonly WaveJson[]): BenchDocument {
  return document('Environment', { name }, { waves })
}

function more(): BenchDocument[] {
  return Array.from({ length: ROLLED_OUT - SIZE.applications }, (_, index) =>
    application({ namespace: teamName(index % SIZE.teams), name: `more-${index}` }, MORE.name),
  )
}

/** Of those that versions are rolled out of. */
export function rolledOut(): { readonly namespace: string; readonly name: string }[] {
  return [...benchApplications(SIZE), ...more()].map(({ metadata }) => metadata as never)
}

/** The same as they are when they follow versions. */
export function followingVersions(): BenchDocument[] {
  return [...benchApplications(SIZE), ...more()].map((each) => ({
    ...each,
    spec: { ...each.spec, follow: 'versions' },
  }))
}

function needing(): BenchDocument[] {
  return Array.from({ length: LAYERS * IN_A_LAYER }, (_, index) => {
    const layer = Math.floor(index / IN_A_LAYER)
    const below = (by: number, count: number) =>
      layer < by ? [] : Array.from({ length: count }, (_, nth) => needingName(layer - by, nth))
    const depends_on = [...below(1, IN_A_LAYER), ...below(2, FURTHER_DOWN)].map(
      (name) => `${teamName(0)}/${name}`,
    )
    const name = needingName(layer, index % IN_A_LAYER)
    const label = layer === 0 ? 'nowhere' : NEEDING.name
    const made = application({ namespace: teamName(0), name }, label)
    return { ...made, spec: { ...made.spec, depends_on } }
  })
}

function needingName(layer: number, nth: number): string {
  return `needing-${String(layer).padStart(2, '0')}-${nth}`
}

/** Needs those that are nowhere. */
export const LOWEST_WAITING = needingName(1, 0)
/** Needs, by others, all that need any. */
export const TOPMOST = needingName(LAYERS - 1, 0)

function application(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  family: string,
): BenchDocument {
  return document(
    'Application',
    { name, namespace, labels: { family } },
    {
      repo_url: `https://git.example.com/${namespace}/${name}.git`,
      repo_branch: 'main',
      repo_path: 'deploy',
    },
  )
}

function policy({ name, clusters }: { readonly name: string; readonly clusters: string }) {
  return document(
    'TargetPolicy',
    { name },
    { app_selector: `family=${name}`, cluster_selector: clusters },
  )
}

function everywhere(): BenchDocument {
  return document(
    'TargetPolicy',
    { name: 'everywhere' },
    { app_selector: `name=${EVERYWHERE.name}`, cluster_selector: '*' },
  )
}

function document(kind: string, metadata: object, spec: object): BenchDocument {
  return { apiVersion: 'berth.dev/v1', kind, metadata, spec }
}
