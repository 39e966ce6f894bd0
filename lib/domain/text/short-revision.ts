import { isCommit } from './commit.ts'

/** As many digits as people read out and search for. */
const SHOWN = 8

/** A revision as people read it out: the first digits of a commit or a digest, and anything else as it is. */
export function shortRevision(revision: string): string {
  if (isCommit(revision)) return revision.slice(0, SHOWN)
  const [, digits] = /^sha256:([0-9a-f]{64})$/.exec(revision) ?? []
  return digits === undefined ? revision : `sha256:${digits.slice(0, SHOWN)}`
}
