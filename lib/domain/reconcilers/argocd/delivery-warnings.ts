// What a person should know of a cluster's side before placements come or go: what Argo CD refuses there, what it adopts,
// how long removal may take, and what stays behind.
import type { Application } from '#lib/domain/objects/objects.ts'
import type { Delivery, TeamDelivery } from '#lib/domain/reconcilers/interface/reconciler.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { fewNamed } from '#lib/domain/text/few-named.ts'
import { sortedSet } from '#lib/domain/text/sorted-set.ts'
import { networkWarnings } from './network-warnings.ts'

const NAMED_MAX = 5

/** The warnings about placements that come and go, each once for the whole edit, then those of each team. */
export function deliveryWarnings({ teams, created, leaving }: Delivery): Warning[] {
  const arriving = teams.filter(({ arrived }) => arrived > 0).map(({ name }) => name)
  return [
    ...arrivalWarnings(arriving),
    ...kindsWarnings([...arriving, ...created.map(({ team }) => team)]),
    ...removalWarnings(leaving),
    ...teams.flatMap(networkWarnings),
    ...teams.flatMap(leavingWarnings),
  ]
}

function arrivalWarnings(arriving: readonly string[]): Warning[] {
  if (arriving.length === 0) return []
  const message = `Where a cluster has a Kubernetes namespace named after a team that comes to it already (${fewNamed(arriving, NAMED_MAX)}), the team gets it, with its network policy, and the level of its pod security becomes baseline.`
  return [{ code: 'namespace_adopted', message }]
}

/** For teams that are new on a cluster, and for new applications. */
function kindsWarnings(owners: readonly string[]): Warning[] {
  if (owners.length === 0) return []
  const message = `What the applications of ${fewNamed(sortedSet(owners), NAMED_MAX)} bring is refused on a cluster where it is of a kind that teams may not bring, such as a Role or a custom resource: the application then stays out of sync and says which. Admins add kinds in Settings, under Application kinds.`
  return [{ code: 'kinds_limited', message }]
}

function removalWarnings(leaving: readonly Application[]): Warning[] {
  const [first] = leaving
  if (!first) return []
  const name = leaving.length === 1 ? `${first.team}--${first.name}` : 'TEAM--APPLICATION'
  const message = `An Application that is just retrying a failed sync is removed from its cluster only when it gives up, after about 3 minutes. In Argo CD's namespace there, \`kubectl patch application ${name} --type merge --patch '{"operation":null}'\` frees it at once.`
  return [{ code: 'removal_waits_for_retries', message }]
}

function leavingWarnings({ name, left }: TeamDelivery): Warning[] {
  if (left === 0) return []
  const where = counted(left, 'cluster')
  const message = `Team ${name} leaves ${where}. Its Kubernetes namespace and network policy stay there, with what Argo CD doesn't manage; \`kubectl delete namespace ${name}\` removes them.`
  return [{ code: 'namespace_stays', message }]
}
