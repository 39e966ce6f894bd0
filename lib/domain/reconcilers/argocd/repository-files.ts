// The two files at the top of the repository: what it is, for people, and whose it is, for Berth. They depend on the
// owner alone, so they are the same on all branches of a tenant.
import { OWNER_PATH, README_PATH } from '#lib/domain/git/repository-paths.ts'
import type { RepositorySettings } from './repository-settings.ts'

export type RepositoryOwner = Pick<RepositorySettings, 'installation' | 'tenant'> & {
  /**
   * Another one each time that an admin made Git equal to the database: it tells two copies of one database apart. Null: that
   * never happened.
   */
  readonly generation: string | null
}

/** The files at the top of the repository, by path. */
export function repositoryFiles(owner: RepositoryOwner): ReadonlyMap<string, string> {
  return new Map([
    [OWNER_PATH, ownerText(owner)],
    [README_PATH, README],
  ])
}

function ownerText({ installation, tenant, generation }: RepositoryOwner): string {
  const said = generation === null ? { installation, tenant } : { installation, tenant, generation }
  return `${JSON.stringify(said, null, 2)}\n`
}

/** Whose tree it is, from the text of `.berth/owned`; null when the text does not say. It may be anyone's: never throws. */
export function readOwned(text: string): RepositoryOwner | null {
  const owner = parsedJson(text)
  if (typeof owner !== 'object' || owner === null) return null
  if (!('installation' in owner) || !('tenant' in owner)) return null
  const { installation, tenant } = owner
  if (typeof installation !== 'string' || typeof tenant !== 'string') return null
  const generation = 'generation' in owner ? owner.generation : null
  if (generation !== null && typeof generation !== 'string') return null
  return { installation, tenant, generation }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const README = `# What runs on which cluster

Berth writes this repository, and each cluster's Argo CD reads its own folder of it. To change what runs where, change
the applications, clusters, teams and policies in Berth: an edit of these files is put right at the next publication.

| path | what it is |
|---|---|
| \`bootstrap/<cluster>.yaml\` | applied by hand, once and when it changes: roles, an account and admission policies, Argo CD's project and root Application, both named \`berth\` |
| \`clusters/<cluster>/base/\` | project and root again, by which the root manages itself, and network policies for Argo CD |
| \`clusters/<cluster>/teams/<team>/\` | namespace, account, project, rights, network and quota of each team that has an application there |
| \`clusters/<cluster>/apps/<team>/<app>.yaml\` | an Argo CD Application for each application there |
| \`.berth/owned\` | which installation and tenant of Berth this tree belongs to |

All other paths are yours: Berth neither changes nor removes them. Add no symbolic link that leads out of the
repository and no \`.gitmodules\`: every Application of the branch would fail.

Who can push here decides what runs on every cluster that reads it.
`
