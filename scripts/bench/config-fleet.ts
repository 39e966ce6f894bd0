// The fleet of the other benchmarks with 100 schemas and 1,000 configs, and with 40 applications on every cluster that read a
// default of the platform.
import {
  applicationName,
  type BenchDocument,
  benchApplications,
  benchClusters,
  benchPolicies,
  benchTeams,
  FULL_SIZE,
} from './fleet.ts'

const SCHEMAS = 100
const CONFIGS = 1000
/** A schema is for two applications. */
const APPLICATIONS_OF_SCHEMA = 2
const EVERYWHERE = 40

/** Each round has one config for each schema, of a priority of its own. */
const ROUND_CLUSTERS: readonly ((index: number) => string)[] = [
  () => '*',
  (index) => `ring=ring-${index % 4}`,
  (index) => `region=region-${index % 10}`,
  (index) => `tier=tier-${index % 5}`,
  (index) => `zone=zone-${index % 50}`,
  (index) => `site=site-${index % 500}`,
  () => 'gpu=true',
  (index) => `zone in (zone-${(index + 7) % 50},zone-${(index + 9) % 50})`,
  () => 'edge=false',
  (index) => `store=store-${index}`,
]

const keyOf = (schema: number) => `key_${schema}`
const namesOf = (schema: number) =>
  Array.from({ length: APPLICATIONS_OF_SCHEMA }, (_, nth) =>
    applicationName(schema * APPLICATIONS_OF_SCHEMA + nth),
  )

/** Those that are on all clusters. */
const everywhere = Array.from({ length: EVERYWHERE }, (_, index) => applicationName(index))

export function configFleet(): BenchDocument[][] {
  return [
    benchTeams(FULL_SIZE),
    benchClusters(FULL_SIZE),
    benchApplications(FULL_SIZE),
    [
      ...benchPolicies(FULL_SIZE),
      of('TargetPolicy', 'everywhere', { app_selector: named(everywhere), cluster_selector: '*' }),
    ],
    Array.from({ length: SCHEMAS }, (_, schema) => schemaDocument(schema)),
    [...Array.from({ length: CONFIGS }, (_, index) => configDocument(index)), ...platformConfigs()],
  ]
}

function schemaDocument(schema: number): BenchDocument {
  const names = namesOf(schema)
  const isEverywhere = names.every((name) => everywhere.includes(name))
  const properties = {
    [keyOf(schema)]: { type: 'object', properties: { limit: { type: 'number', default: 1 } } },
    ...(isEverywhere && { platform: { type: 'object' } }),
  }
  return of('ConfigSchema', `schema-${schema}`, {
    app_selector: named(names),
    cluster_selector: '*',
    schema: { type: 'object', properties },
  })
}

function configDocument(index: number): BenchDocument {
  const schema = index % SCHEMAS
  const round = Math.floor(index / SCHEMAS)
  return of('Config', `config-${index}`, {
    app_selector: '*',
    cluster_selector: ROUND_CLUSTERS[round]!(index),
    priority: 100 + round,
    values: { [keyOf(schema)]: { limit: index, [`of_${round}`]: `value ${index}` } },
  })
}

/** What all that are everywhere read: six ways by two labels, and one value for a ring that an edit changes. */
function platformConfigs(): BenchDocument[] {
  return [
    platformConfig('platform', '*', 50, { endpoint: 'https://central.example', limit: 10 }),
    platformConfig('platform-gpu', 'gpu=true', 60, { gpu: true }),
    platformConfig('platform-near', 'region in (region-0,region-1)', 70, {
      endpoint: 'https://near.example',
    }),
    platformConfig('platform-edge', 'edge=false', 80, { limit: 100 }),
    platformConfig('platform-ring', 'ring=ring-0', 90, { ring: 'first' }),
  ]
}

function platformConfig(name: string, clusters: string, priority: number, values: object) {
  return of('Config', name, {
    app_selector: '*',
    cluster_selector: clusters,
    priority,
    values: { platform: values },
  })
}

function named(names: readonly string[]): string {
  return `name in (${names.join(',')})`
}

function of(kind: string, name: string, spec: object): BenchDocument {
  return { apiVersion: 'berth.dev/v1', kind, metadata: { name }, spec }
}
