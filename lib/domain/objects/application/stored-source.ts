// A source as the rows of releases, rollouts and versions have it: its packaging is JSON there.
import type { Packed } from './packaging.ts'
import { type PackagingJson, packagingJson, readPackaging } from './source-json.ts'

type StoredSource = Omit<Packed, 'packaging'> & { readonly packaging: PackagingJson | null }

export function storedSource({ repoUrl, repoBranch, repoPath, packaging }: Packed): StoredSource {
  return { repoUrl, repoBranch, repoPath, packaging: packaging && packagingJson(packaging) }
}

export function readSourceOf({ repoUrl, repoBranch, repoPath, packaging }: StoredSource): Packed {
  return { repoUrl, repoBranch, repoPath, packaging: readPackaging(packaging) }
}
