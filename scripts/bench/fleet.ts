// The fleet that the benchmarks run on: 10,000 clusters with 8 labels each, 200 applications in 20 teams, 300 policies,
// about 500,000 placements; the same every time.

export type BenchDocument = {
  readonly apiVersion: 'berth.dev/v1'
  readonly kind: string
  readonly metadata: object
  readonly spec: object
}

export type BenchSize = {
  readonly clusters: number
  readonly applications: number
  readonly teams: number
  readonly policies: number
}

export const FULL_SIZE: BenchSize = {
  clusters: 10_000,
  applications: 200,
  teams: 20,
  policies: 300,
}

const document = (kind: string, metadata: object, spec: object): BenchDocument => ({
  apiVersion: 'berth.dev/v1',
  kind,
  metadata,
  spec,
})

const teamName = (index: number) => `team-${String(index).padStart(2, '0')}`
const clusterName = (index: number) => `cluster-${String(index).padStart(5, '0')}`
const applicationName = (index: number) => `app-${String(index).padStart(3, '0')}`

export function benchTeams({ teams }: BenchSize): BenchDocument[] {
  return Array.from({ length: teams }, (_, index) =>
    document('Team', { name: teamName(index) }, {}),
  )
}

export function benchClusters({ clusters }: BenchSize): BenchDocument[] {
  return Array.from({ length: clusters }, (_, index) => {
    const labels = {
      region: `region-${index % 10}`,
      zone: `zone-${index % 50}`,
      site: `site-${index % 500}`,
      ring: `ring-${index % 4}`,
      gpu: index % 3 === 0 ? 'true' : 'false',
      edge: index % 7 === 0 ? 'false' : 'true',
      store: `store-${index}`,
      tier: `tier-${index % 5}`,
    }
    return document(
      'Cluster',
      { name: clusterName(index), labels },
      { environment: index % 4 === 0 ? 'prod' : 'non-prod' },
    )
  })
}

export function benchApplications({ applications, teams }: BenchSize): BenchDocument[] {
  return Array.from({ length: applications }, (_, index) =>
    document(
      'Application',
      {
        name: applicationName(index),
        namespace: teamName(index % teams),
        labels: { family: `family-${index % 40}`, wave: `wave-${index % 4}` },
      },
      {
        repo_url: `https://git.example.com/${teamName(index % teams)}/${applicationName(index)}.git`,
        repo_branch: 'main',
        repo_path: 'deploy',
      },
    ),
  )
}

/** Each policy puts one family of five applications on the clusters of some zones: about 1,700 pairs net. */
export function benchPolicies({ policies }: BenchSize): BenchDocument[] {
  return Array.from({ length: policies }, (_, index) => {
    const zones = Array.from({ length: 2 }, (_, step) => `zone-${(index * 7 + step * 13) % 50}`)
    return document(
      'TargetPolicy',
      { name: `policy-${String(index).padStart(3, '0')}` },
      {
        app_selector: `family=family-${index % 40}`,
        cluster_selector: `zone in (${zones.join(',')})`,
      },
    )
  })
}
