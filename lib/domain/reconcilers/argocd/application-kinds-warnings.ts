// What an admin should know before changing the kinds that teams may bring: what was refused so far is tried again, and
// what was allowed stays on the clusters.
import {
  type ApplicationKinds,
  kindsDifference,
} from '#lib/domain/reconcilers/interface/application-kinds.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { fewNamed } from '#lib/domain/text/few-named.ts'

/** Lists the Applications that are being deleted: their refused hooks run once the right is there. */
const DELETED_APPLICATIONS = `kubectl get applications.argoproj.io --all-namespaces --output jsonpath='{range .items[?(@.metadata.deletionTimestamp)]}{.metadata.name}{"\\n"}{end}'`

const NAMED_MAX = 5

/** The warnings of a change of the tenant's additions; none if teams may bring the same afterwards. */
export function applicationKindsWarnings(
  before: readonly ApplicationKinds[],
  after: readonly ApplicationKinds[],
): Warning[] {
  const { added, removed } = kindsDifference(before, after)
  return [...narrowed(removed), ...widened(added)]
}

function narrowed(kinds: readonly string[]): Warning[] {
  if (kinds.length === 0) return []
  const message = `What teams have of ${fewNamed(kinds, NAMED_MAX)} stays on the clusters as it is: from then on it can be neither changed nor deleted through them. An application that brings one no longer syncs, and one that is removed while it has one stays until somebody deletes that by hand. On each cluster this begins once its bootstrap is applied again.`
  return [{ code: 'kinds_withdrawn', message }]
}

function widened(kinds: readonly string[]): Warning[] {
  if (kinds.length === 0) return []
  const message = `Whatever was refused of ${fewNamed(kinds, NAMED_MAX)} so far is tried again, hooks of Applications that are being deleted too: they run as soon as the bootstrap is applied. First see on the cluster that none waits there: \`${DELETED_APPLICATIONS}\`.`
  return [{ code: 'kinds_allowed', message }]
}
