// What a person should hear of a cluster's side before placements come or go: what Argo CD refuses there, what it takes
// over, and how long it may take to let go.
import { bitsOf, isEmpty, subtract } from '#lib/domain/sets/bits.ts'
import type { Impact } from './impact.ts'
import type { Warning } from './warning.ts'

const NAMED_MAX = 5

/** The warnings about placements that come and go, each once for the whole edit. */
export function deliveryWarnings(impact: Impact): Warning[] {
  return [...arrivalWarnings(impact), ...kindsWarnings(impact), ...removalWarnings(impact)]
}

function arrivalWarnings({ teams }: Impact): Warning[] {
  const arriving = teams.filter(({ arrived }) => !isEmpty(arrived)).map(({ name }) => name)
  if (arriving.length === 0) return []
  const message = `Where a cluster has a Kubernetes namespace named after a team that comes to it already (${listed(arriving)}), the team gets it, with its network policy, and the level of its pod security becomes baseline.`
  return [{ code: 'namespace_adopted', message }]
}

/** Said where a team first has something on a cluster, and of applications that are new. */
function kindsWarnings({ applications, teams }: Impact): Warning[] {
  const owners = new Set(teams.filter(({ arrived }) => !isEmpty(arrived)).map(({ name }) => name))
  for (const { before, after, added } of applications) {
    if (!before && after && !isEmpty(added)) owners.add(after.team)
  }
  if (owners.size === 0) return []
  const message = `What the applications of ${listed([...owners].sort())} bring is refused on a cluster where it is of a kind that teams may not bring, such as a Role or a custom resource: the application then stays out of sync and says which. Admins add kinds in Settings, under Application kinds.`
  return [{ code: 'kinds_limited', message }]
}

/** A cluster that is deleted here loses nothing: its Argo CD finds no folder any more. */
function removalWarnings({ applications, clusters }: Impact): Warning[] {
  const deleted = bitsOf(clusters.filter(({ after }) => !after).map(({ id }) => id))
  const leaving = applications.filter(({ removed }) => !isEmpty(subtract(removed, deleted)))
  const [first] = leaving.map(({ before, after }) => before ?? after)
  if (!first) return []
  const name = leaving.length === 1 ? `${first.team}--${first.name}` : 'TEAM--APPLICATION'
  const message = `An Application that is just retrying a failed sync is removed from its cluster only when it gives up, after about 3 minutes. In Argo CD's namespace there, \`kubectl patch application ${name} --type merge --patch '{"operation":null}'\` frees it at once.`
  return [{ code: 'removal_waits_for_retries', message }]
}

function listed(names: readonly string[]): string {
  const more = names.length - NAMED_MAX
  const shown = names.slice(0, NAMED_MAX).join(', ')
  return more > 0 ? `${shown} and ${more} more` : shown
}
