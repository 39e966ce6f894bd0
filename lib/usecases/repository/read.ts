import { asRead } from '../objects/noun.ts'
import { defineUseCase } from '../define.ts'
import { notFound } from '../define.ts'

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
  run: async ({ process, tenant }, { repository, path, request }) => {
    const served = process.embeddedRepository(tenant)
    if (served?.name !== repository) throw notFound()
    return served.serve(path, request)
  },
})
