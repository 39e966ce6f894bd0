// How sentences speak of what an application is to be delivered from.
/** A source, as far as sentences name it, whether it was read from JSON or not. */
export type Named = {
  readonly repoBranch: string
  readonly packaging:
    | { readonly type: 'git' | 'oci' }
    | { readonly type: 'helm'; readonly chart: string }
    | null
}

/** The revision of a source, with what it is: `the branch main`, `version 1.2.3 of chart nginx`, `the artifact v7`. */
export function revisionWords({ repoBranch: revision, packaging }: Named): string {
  switch (packaging?.type) {
    case undefined:
    case 'git':
      return `the branch ${revision}`
    case 'helm':
      return `version ${revision} of chart ${packaging.chart}`
    case 'oci':
      return `the artifact ${revision}`
  }
}
