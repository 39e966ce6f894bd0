// The steps until a tenant's first placement runs, each with what proves that it is done.
import { type Proof, type Proven, readFirstRun } from '#db/queries/first-run.ts'
import { asked, defineRead } from '../define.ts'
import { type RepositoryPlace, repositoryOf } from '../repository/tenant-repository.ts'

export type FirstRun = {
  /** Without one, nothing proves the step yet. */
  readonly proofs: Readonly<Partial<Record<Proven, Omit<Proof, 'step'>>>>
  readonly repository: Pick<RepositoryPlace, 'source' | 'pullUrl'>
}

export const readFirstRunUseCase = defineRead<null, FirstRun>({
  name: 'overview.first-run',
  permission: 'write',
  load: () => asked({ kind: 'tenant' }),
  run: async (context) => {
    const proofs = await readFirstRun(context.scope)
    const { source, pullUrl } = await repositoryOf(context)
    return {
      proofs: Object.fromEntries(proofs.map(({ step, ...proof }) => [step, proof])),
      repository: { source, pullUrl },
    }
  },
})
