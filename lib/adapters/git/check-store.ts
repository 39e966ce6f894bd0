import { GitFailed, requireGit } from './run-git.ts'

const TIMEOUT_MS = 10 * 60_000
const LINES_SHOWN_MAX = 5

/**
 * Checks that every commit and folder that a branch of a bare repository leads to can be read, and that every file exists;
 * the contents of files are not read. Answers a sentence about what is wrong; null: nothing.
 * https://git-scm.com/docs/git-fsck#Documentation/git-fsck.txt---connectivity-only
 */
export async function storeFault(directory: string): Promise<string | null> {
  const args = ['fsck', '--connectivity-only', '--no-dangling', '--no-progress']
  try {
    await requireGit({ directory, args, timeoutMs: TIMEOUT_MS, isPatient: true })
    return null
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error
    const { timedOut, stderr, stdout } = error.outcome
    if (timedOut) return 'The check of the repository did not end in ten minutes.'
    const lines = `${stderr}\n${stdout.toString()}`.split('\n').filter((line) => line !== '')
    return `The repository is damaged: ${lines.slice(0, LINES_SHOWN_MAX).join('; ')}`
  }
}
