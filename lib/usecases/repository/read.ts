import { findByName } from '#lib/domain/fleet/shelf.ts'
import { branchOfCluster } from '../changes/plan.ts'
import { asked, defineRead, notFound } from '../define.ts'
import type { EmbeddedRepository } from '../services.ts'
import { type GitTokenOf, gitTokenOf } from './git-token.ts'
import { headBranch, repositoryOf } from './tenant-repository.ts'

export type ReadRepositoryInput = {
  /** The repository's name in the address, such as `gitops.git`. */
  readonly repository: string
}

/** The tenant's own repository, if it is one of Berth's. This decides who may read it; git is served afterwards. */
export const readRepositoryUseCase = defineRead<ReadRepositoryInput, EmbeddedRepository>({
  name: 'repository.read',
  load: () => asked({ kind: 'repository' }),
  run: async (context, { repository }) => {
    const settings = await repositoryOf(context)
    // When a tenant's manifests go elsewhere, the old repository would still look like the fleet.
    if (settings.repoUrl !== null) throw notFound()
    const served = context.services.embeddedRepository(context.tenant, headBranch(settings))
    if (served.name !== repository) throw notFound()
    return served
  },
})

export type GitPlaceInput = {
  /** Whose files are looked for; null: those of any. */
  readonly cluster: string | null
}

export type GitPlace = {
  /** Where clusters pull. */
  readonly address: string
  /** Null: any cluster's may be looked for, and they are on several. */
  readonly branch: string | null
  readonly tokenOf: GitTokenOf
}

/** Where somebody looks at manifests in Git. */
export const gitPlaceUseCase = defineRead<GitPlaceInput, GitPlace>({
  name: 'repository.place',
  load: () => asked({ kind: 'repository' }),
  run: async (context, { cluster: name }) => {
    const repository = await repositoryOf(context)
    const { pullUrl: address, branchPattern } = repository
    const cluster = name === null ? null : findByName((await context.fleet()).clusters, name)
    const only = branchPattern.text.includes('{') ? null : branchPattern.text
    return {
      address,
      branch: cluster ? branchOfCluster(repository, cluster.object) : only,
      tokenOf: gitTokenOf(context.services, repository),
    }
  },
})
