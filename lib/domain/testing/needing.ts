// Fleets of applications that need each other, for tests: by name, on clusters that are named after their ids and environments.
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet, type Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import type { Release } from '#lib/domain/releases/release.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { aCluster, anApplication, aPolicy, aTeam, where } from '#lib/domain/testing/objects.ts'

export type Needing = Partial<Application> & {
  readonly name: string
  /** The ids of the clusters where it is placed; absent: all. */
  readonly on?: readonly number[]
  /** What it has where, in the order in which that began. */
  readonly releases?: readonly Partial<Omit<Release, 'application'>>[]
}

/** Clusters `c0`, `c1`, … of these environments. An application's id is its place among them. */
export function fleetNeeding(
  environments: readonly string[],
  applications: readonly Needing[],
): Fleet {
  const clusters = environments.map((_, id) => id)
  let nextRelease = 0
  const teams = [...new Set(applications.map(({ team = 'ieb' }) => team))]
  const edits: Edit[] = [
    ...teams.map((name, id) => editTo(id, aTeam({ name }))),
    ...environments.map((environment, id) =>
      editTo(id, aCluster({ name: `c${id}`, environment, labels: new Map([['name', `c${id}`]]) })),
    ),
    ...clusters.map((id) =>
      editTo(
        id,
        aPolicy({
          name: `on-c${id}`,
          appSelector: where({ key: `c${id}`, operator: '=', values: ['yes'] }),
          clusterSelector: where({ key: 'name', operator: '=', values: [`c${id}`] }),
        }),
      ),
    ),
    ...applications.flatMap(({ on = clusters, releases = [], ...given }, application): Edit[] => {
      const labels = new Map(on.map((each) => [`c${each}`, 'yes']))
      return [
        editTo(application, anApplication({ ...given, labels })),
        ...releases.map((release): Edit => ({
          kind: 'release',
          id: nextRelease++,
          after: releaseWith({ application, ...release }),
        })),
      ]
    }),
  ]
  return emptyFleet().with(edits)
}

/** The commit of a version, by its number. */
export const commitOf = (version: number) => String(version).repeat(40)

function releaseWith(given: Partial<Release> & { readonly application: number }): Release {
  const { version = 1 } = given
  const repoBranch = version === null ? 'main' : commitOf(version)
  return {
    environment: 'prod',
    version,
    source: {
      repoUrl: 'https://git.example.com/x.git',
      repoPath: 'x',
      repoBranch,
      packaging: null,
    },
    targets: null,
    clusters: null,
    current: false,
    rollout: null,
    ...given,
  }
}
