// The fleet that the benchmarks run on: 10,000 clusters with 8 labels each, 200 applications in 20 teams, 300 policies,
// 513,580 placements; the same every time.

export type BenchDocument = {
  readonly apiVersion: 'berth.dev/v1'
  readonly kind: string
  readonly metadata: object
  readonly spec: object
}

export type FleetSize = {
  readonly clusters: number
  readonly applications: number
  readonly teams: number
  readonly policies: number
}

export const FULL_SIZE: FleetSize = {
  clusters: 10_000,
  applications: 200,
  teams: 20,
  policies: 300,
}

export const SITES = 500

/** Each family is five applications of one team; a round has one policy for each family. */
const FAMILIES = 40
const ZONES = 50
/** Zones step by three, and each round begins with the last zone of the one before, so that policies overlap. */
const ZONE_STEPS = [0, 3, 6]
const ROUND_STEP = 6
const EXCLUDING_ROUND = 7

/** What the policies of a round select by, besides their zones. */
const ROUND_TERMS: readonly string[] = [
  '',
  ',ring in (ring-0,ring-1)',
  '',
  ',ring in (ring-0,ring-1)',
  ',edge!=false',
  ',ring in (ring-0,ring-1)',
  '',
  ',ring=ring-0',
]

const document = (kind: string, metadata: object, spec: object): BenchDocument => ({
  apiVersion: 'berth.dev/v1',
  kind,
  metadata,
  spec,
})

export const teamName = (index: number) => `team-${String(index).padStart(2, '0')}`
export const clusterName = (index: number) => `cluster-${String(index).padStart(5, '0')}`
export const applicationName = (index: number) => `app-${String(index).padStart(3, '0')}`

export function benchTeams({ teams }: FleetSize): BenchDocument[] {
  return Array.from({ length: teams }, (_, index) =>
    document('Team', { name: teamName(index) }, {}),
  )
}

export function benchClusters({ clusters }: FleetSize): BenchDocument[] {
  return Array.from({ length: clusters }, (_, index) => {
    const labels = {
      region: `region-${index % 10}`,
      zone: `zone-${index % ZONES}`,
      site: `site-${index % SITES}`,
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

export function benchApplications({ applications, teams }: FleetSize): BenchDocument[] {
  return Array.from({ length: applications }, (_, index) =>
    document(
      'Application',
      {
        name: applicationName(index),
        namespace: teamName(index % teams),
        labels: { family: `family-${index % FAMILIES}`, wave: `wave-${index % 4}` },
      },
      {
        repo_url: `https://git.example.com/${teamName(index % teams)}/${applicationName(index)}.git`,
        repo_branch: 'main',
        repo_path: 'deploy',
      },
    ),
  )
}

/**
 * Each policy puts a family on the clusters of three zones, some of them only on some rings; every second round belongs to
 * the teams, and the last one excludes. All of them read the label `zone`.
 */
export function benchPolicies({ policies, teams }: FleetSize): BenchDocument[] {
  return Array.from({ length: policies }, (_, index) => {
    const family = index % FAMILIES
    const round = Math.floor(index / FAMILIES)
    const isExcluding = round === EXCLUDING_ROUND
    const first = family * 7 + (isExcluding ? 0 : round * ROUND_STEP)
    const zones = ZONE_STEPS.map((step) => `zone-${(first + step) % ZONES}`)
    return document(
      'TargetPolicy',
      {
        name: `policy-${String(index).padStart(3, '0')}`,
        ...(round % 2 === 1 && { namespace: teamName(family % teams) }),
      },
      {
        app_selector: `family=family-${family}`,
        cluster_selector: `zone in (${zones.join(',')})${ROUND_TERMS[round] ?? ''}`,
        effect: isExcluding ? 'exclude' : 'include',
      },
    )
  })
}
