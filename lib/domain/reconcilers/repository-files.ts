// The two files at the top of the repository: what it is, for people, and who owns it, for Berth. They depend only on the
// owner, so they are the same on all branches of a tenant.
import { OWNER_PATH, README_PATH } from '#lib/domain/git/repository-paths.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { RECONCILERS } from './registered.ts'
import type { ManifestSettings } from '#lib/domain/reconcilers/interface/manifest-settings.ts'

export type RepositoryOwner = Pick<ManifestSettings, 'installation' | 'tenant'> & {
  /**
   * A new one each time an admin makes Git equal to the database. It distinguishes copies of one database. Null: that never
   * happened.
   */
  readonly generation: string | null
}

/** The files at the top of the repository, by path. */
export function repositoryFiles(owner: RepositoryOwner): ReadonlyMap<string, string> {
  return new Map([
    [OWNER_PATH, ownerText(owner)],
    [README_PATH, readmeText()],
  ])
}

/** By the names of the reconcilers: which of them is asked first about a cluster is no concern of who reads this. */
function readmeText(): string {
  const parts = RECONCILERS.toSorted((one, other) => compareText(one.name, other.name))
  return ['# What runs on which cluster\n', ...parts.map(({ readme }) => readme)].join('\n')
}

function ownerText({ installation, tenant, generation }: RepositoryOwner): string {
  const said = generation === null ? { installation, tenant } : { installation, tenant, generation }
  return `${JSON.stringify(said, null, 2)}\n`
}

/** The owner that the text of `.berth/owned` names; null when it names none. Never throws, as the text may be anything. */
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
