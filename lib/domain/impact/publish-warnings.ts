// What it means to publish an environment in another way, told to whoever does.
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import type { Cluster, Environment } from '#lib/domain/objects/objects.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { idsIn } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { fewNamed } from '#lib/domain/text/few-named.ts'
import type { Impact } from './impact.ts'

/**
 * Of each environment that is published in another way from now on, and has clusters: on which branches, and with how many
 * clusters. Looks at clusters of such environments alone.
 */
export function publishWarnings(
  { before, after }: Pick<Impact, 'before' | 'after'>,
  edits: readonly Edit[],
  branchOf: (cluster: Cluster) => string,
): Warning[] {
  return edits.flatMap((edit) => {
    if (edit.kind !== 'environment') return []
    const was = before.environments.slots[edit.id] ?? null
    const environment = edit.after ?? was
    if (environment === null || publishOf(was) === publishOf(edit.after)) return []
    const clusters = after.clustersByEnvironment.get(environment.name)
    if (clusters === undefined) return []
    const branches = idsIn(clusters).map((id) => branchOf(after.clusters.slots[id]!))
    return [publishWarning(environment.name, publishOf(edit.after), branches)]
  })
}

/** Without an object, Berth writes its branches. */
function publishOf(environment: Environment | null): Environment['publish'] {
  return environment?.publish ?? 'direct'
}

const BRANCHES_NAMED = 5

/** `branches`: of each cluster. */
function publishWarning(
  name: string,
  publish: Environment['publish'],
  branches: readonly string[],
): Warning {
  const distinct = [...new Set(branches)].sort(compareText)
  const names = fewNamed(distinct, BRANCHES_NAMED)
  const reach = `${counted(distinct.length, 'branch', 'branches')} with ${counted(branches.length, 'cluster')} of ${name} (${names})`
  return publish === 'direct'
    ? {
        code: 'published_directly',
        message: `Berth writes ${reach} from now on, as soon as a change is saved, also what waits in an open pull request, which it then closes.`,
      }
    : {
        code: 'published_by_pull_request',
        message: `Each change of ${reach} waits in a pull request from now on, until somebody merges it at the Git host.`,
      }
}
