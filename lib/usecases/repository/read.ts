import { asRead } from '../objects/noun.ts'
import { defineUseCase } from '../define.ts'
import { notFound } from '../define.ts'
import { headBranch, repositoryOf } from './tenant-repository.ts'

export type ReadRepositoryInput = {
  /** The repository's name in the address, such as `gitops.git`. */
  readonly repository: string
  /** What follows it, such as `info/refs`. */
  readonly path: string
  readonly request: Request
}

/** Serves the tenant's own repository to git, when it is one of Berth's. */
export const readRepositoryUseCase = defineUseCase<ReadRepositoryInput, Response>({
  name: 'repository.read',
  read: asRead,
  permission: 'read',
  resource: () => ({ kind: 'repository' }),
  run: async (context, { repository, path, request }) => {
    const settings = await repositoryOf(context)
    // What stays behind when a tenant's manifests go elsewhere would look like the fleet, and be none.
    if (settings.repoUrl !== null) throw notFound()
    const served = context.process.embeddedRepository(context.tenant, headBranch(settings))
    if (served.name !== repository) throw notFound()
    return served.serve(path, request)
  },
})
