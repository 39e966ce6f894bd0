// The two files at the top of the repository: what it is, for people, and whose it is, for Berth. They depend on the
// owner alone, so they are the same on all branches of a tenant.
import { OWNER_PATH, README_PATH } from '#lib/domain/git/repository-paths.ts'
import { RECONCILERS } from './registered.ts'
import type { ManifestSettings } from '#lib/domain/reconcilers/interface/manifest-settings.ts'

export type RepositoryOwner = Pick<ManifestSettings, 'installation' | 'tenant'> & {
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
    [README_PATH, RECONCILERS.map(({ readme }) => readme).join('\n')],
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
