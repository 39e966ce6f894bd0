import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { writtenAmong } from '#lib/domain/fleet/written.ts'
import { typedIn } from '#lib/domain/fleet/typed-clusters.ts'
import { placementTexts } from '#lib/domain/git/file-change.ts'
import { placementPath } from '#lib/domain/git/repository-paths.ts'
import { variantOf } from '#lib/domain/reconcilers/reconcilers.ts'
import { bitsOf, hasBit } from '#lib/domain/sets/bits.ts'
import { branchOfCluster, rendererOf } from '../changes/plan.ts'
import type { PairName } from '../changes/write-options.ts'
import { asked, defineRead } from '../define.ts'
import { readMoment } from '../moment.ts'
import { fleetAsOf, readPair } from '../placements/asked-pair.ts'
import { repositoryOf } from '../repository/tenant-repository.ts'
import type { ConfigInput } from './provenance.ts'

export type PlacementFiles = PairName & {
  readonly placed: boolean
  readonly branch: string
  /** None of a pair that isn't placed, or that waits for a release. */
  readonly files: readonly { readonly path: string; readonly text: string }[]
}

/**
 * The files of a placement in Git. Those of the past are made anew of what the fleet was then, so that they are what this version
 * of Berth writes to the repository that there is.
 */
export const placementFilesUseCase = defineRead<ConfigInput, PlacementFiles>({
  name: 'placements.files',
  load: (_, { namespace }) => asked({ kind: 'application', team: namespace }),
  isHeavy: ({ at }) => at !== null,
  run: async (context, { at, ...pair }) => {
    const { change } = await readMoment(context, at)
    const { application, cluster } = await readPair(context, pair, change)
    const fleet = await fleetAsOf(context, change)
    const repository = await repositoryOf(context)
    const render = rendererOf(context.services, context.tenant, repository)
    const placed = hasBit(placementsOf(fleet, application.id), cluster.id)
    const variant = variantOf(typedIn(fleet, cluster.object))
    const written = placed ? writtenAmong(fleet, application.id, bitsOf([cluster.id])) : []
    const files = written.flatMap((each) =>
      [...placementTexts(each, variant, render)].map(([part, text]) => ({
        path: placementPath(part, pair.cluster, pair.namespace, pair.application),
        text,
      })),
    )
    return { ...pair, placed, branch: branchOfCluster(repository, cluster.object), files }
  },
})
