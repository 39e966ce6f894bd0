/** All digits of a commit, of SHA-1 or of SHA-256, in lower case. */
export const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** Whether a text names one commit, and nothing that may move. */
export function isCommit(text: string): boolean {
  return COMMIT.test(text)
}
