// How people read where an application comes from.
import { hostOfSource } from '#lib/domain/addresses/source-url.ts'
import { type Packed, sourceTypeOf } from './packaging.ts'
import { isDigest } from './revision.ts'

/** What lies at a source: of a packaging, or of its JSON. */
type Packaged =
  | { readonly type: 'git' | 'oci'; readonly render: 'directory' | 'kustomize' | 'helm' }
  | { readonly type: 'helm'; readonly chart: string }

const RENDERED = {
  directory: 'plain manifests, with subfolders',
  kustomize: 'kustomize',
  helm: 'Helm chart',
} as const

/** As many digits of a digest as people read out. */
const DIGITS_SHOWN = 12

/** What lies at a source, as `chart api` or `kustomize`; null: a directory in Git, as the reconciler finds it. */
export function packagingWords(packaging: Packaged | null): string | null {
  switch (packaging?.type) {
    case undefined:
      return null
    case 'git':
      return RENDERED[packaging.render]
    case 'helm':
      return `chart ${packaging.chart}`
    case 'oci':
      return `artifact, ${RENDERED[packaging.render]}`
  }
}

/** What a revision of the source is called in the middle of a sentence. */
export function revisionNoun(source: Pick<Packed, 'repoBranch' | 'packaging'>): string {
  if (sourceTypeOf(source) === 'git') return 'branch'
  return isDigest(source.repoBranch) ? 'digest' : 'version'
}

/** A revision as it fits into a line: of a digest the first digits. */
export function revisionText(revision: string): string {
  return isDigest(revision) ? `${revision.slice(0, 'sha256:'.length + DIGITS_SHOWN)}…` : revision
}

/** Which revision and directory of a repository, as far as its source has these. */
export function revisionWords({ repoBranch, repoPath, packaging }: Packed): string {
  const revision = revisionText(repoBranch)
  return packaging?.type === 'helm' ? revision : `${revision} · ${repoPath}`
}

/** The whole source in a few words, as `chart api 1.4.0 from charts.example.com`. */
export function sourceWords(source: Packed): string {
  const { repoUrl, packaging } = source
  const host = hostOfSource(repoUrl)
  const revision = revisionText(source.repoBranch)
  switch (sourceTypeOf(source)) {
    case 'git':
      return `${packagingWords(packaging) ?? 'directory'} ${source.repoPath} from ${host} at ${revision}`
    case 'helm':
    case 'oci':
      return `${packagingWords(packaging)} ${revision} from ${host}`
  }
}
