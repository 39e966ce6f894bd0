// What a cluster gets that registers itself.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import type { Cluster, RegistrationToken } from '#lib/domain/objects/objects.ts'
import { exampleOf } from '#lib/domain/objects/registration-token/name-pattern.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { hasBit } from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'

type Reach = {
  /** A cluster as it would register, but for what a site says itself. */
  readonly cluster: Cluster
  /** What would be placed there, such as `ieb/app1`, in order. */
  readonly applications: readonly string[]
}

/** What a cluster would get that registers with the token now; null: the one that may register is there already. */
function registrationReach(fleet: Fleet, token: RegistrationToken): Reach | null {
  const cluster = exampleCluster(token)
  if (findByName(fleet.clusters, cluster.name)) return null
  const id = Math.max(1, fleet.clusters.slots.length)
  const { placements, applications } = fleet.with([{ kind: 'cluster', id, after: cluster }])
  const names = applications.ordered
    .filter((each) => {
      const clusters = placements[each]
      return clusters !== undefined && hasBit(clusters, id)
    })
    .map((each) => applications.slots[each]!)
    .map(({ team, name }) => `${team}/${name}`)
  return { cluster, applications: names }
}

function exampleCluster({ namePattern, environment, labels }: RegistrationToken): Cluster {
  return {
    kind: 'cluster',
    name: exampleOf(namePattern),
    description: '',
    shortName: '',
    environment,
    type: null,
    defaultProject: null,
    argocdNamespace: null,
    confinement: 'account',
    labels,
  }
}

const NAMED_MAX = 5

/** Says it to whoever makes the token: nobody looks again when a cluster registers. */
export function reachWarnings(fleet: Fleet, token: RegistrationToken): readonly Warning[] {
  const reach = registrationReach(fleet, token)
  if (reach === null) return []
  const { length: count } = reach.applications
  const named = reach.applications.slice(0, NAMED_MAX).join(', ')
  const others = count > NAMED_MAX ? ` and ${count - NAMED_MAX} more` : ''
  const gets = count === 0 ? 'nothing' : `${counted(count, 'placement')}: ${named}${others}`
  return [
    {
      code: 'registration_reach',
      message: `A cluster that registers with ${token.name}, such as ${reach.cluster.name}, gets ${gets}.`,
    },
    ...(count > token.placementsMax
      ? [
          {
            code: 'registration_reach_exceeded',
            message: `That is more than the ${token.placementsMax} that it allows: such a cluster would be refused.`,
          },
        ]
      : []),
    ...(token.openLabels.length > 0
      ? [
          {
            code: 'registration_open_labels',
            message: `It may be more, or less: a cluster says ${token.openLabels.join(', ')} itself, within that number.`,
          },
        ]
      : []),
  ]
}
