import { asked, defineRead, notFound } from '../define.ts'
import type { EmbeddedRepository } from '../services.ts'
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
