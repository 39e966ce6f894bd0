// How people read where an application comes from.
import { hostOfSource } from '#lib/domain/addresses/source-url.ts'
import { type Packed, sourceTypeOf } from './packaging.ts'
import { isDigest } from '#lib/domain/text/fixed-revision.ts'
import { shortRevision } from '#lib/domain/text/short-revision.ts'

/** What lies at a source: of a packaging, or of its JSON. */
type Packaged =
  | { readonly type: 'git' | 'oci'; readonly render: 'directory' | 'kustomize' | 'helm' }
  | { readonly type: 'helm'; readonly chart: string }

const RENDERED = {
  directory: 'plain manifests, with subfolders',
  kustomize: 'kustomize',
  helm: 'Helm chart',
} as const

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

/** Which revision and directory of a repository, as far as its source has these. */
export function placeWords({ repoBranch, repoPath, packaging }: Packed): string {
  const revision = shownRevision(repoBranch)
  const isWhole = packaging?.type === 'helm' || (packaging?.type === 'oci' && repoPath === '.')
  return isWhole ? revision : `${revision} · ${repoPath}`
}

/** The whole source in a few words, as `chart api 1.4.0 from charts.example.com`. */
export function sourceWords({ repoUrl, repoBranch, repoPath, packaging }: Packed): string {
  const host = hostOfSource(repoUrl)
  const revision = shownRevision(repoBranch)
  switch (packaging?.type) {
    case undefined:
      return `directory ${repoPath} at ${revision} of ${host}`
    case 'git':
      return `directory ${repoPath} at ${revision} of ${host}, ${RENDERED[packaging.render]}`
    case 'helm':
      return `chart ${packaging.chart} ${revision} from ${host}`
    case 'oci':
      return `artifact ${revision} from ${host}, ${RENDERED[packaging.render]}`
  }
}

/** A commit in full: a table of applications is where it is copied from. */
function shownRevision(revision: string): string {
  return isDigest(revision) ? shortRevision(revision) : revision
}
