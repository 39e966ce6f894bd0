// Why somebody may not open pull requests again, so that a page offers nothing that is then refused.
import { whyNot, whyNotText } from '#lib/domain/access/why-not.ts'
import { readDirectory } from '../access/directory.ts'
import { asked, defineRead } from '../define.ts'
import { deployersOf, livedOn, readInhabitedBranches } from './lived-on.ts'

/** By branch; null: they may. */
export type ReopenRights = Readonly<Record<string, string | null>>

export const readReopenRightsUseCase = defineRead<
  { readonly branches: readonly string[] },
  ReopenRights
>({
  name: 'pull-request.reopen-rights',
  load: () => asked({ kind: 'pull-request', deployers: [] }),
  run: async (context, { branches }) => {
    const { services, scope, tenant, actor } = context
    const directory = await readDirectory(services, scope, tenant.name)
    const [fleet, inhabited] = [await context.fleet(), await readInhabitedBranches(context)]
    const refusalOf = (branch: string) => {
      const deployers = deployersOf(fleet, livedOn(inhabited, branch))
      return whyNot(actor, 'write', { kind: 'pull-request', deployers }, directory)
    }
    return Object.fromEntries(
      branches.map((branch) => {
        const refusal = refusalOf(branch)
        return [branch, refusal && whyNotText(refusal)]
      }),
    )
  },
})
