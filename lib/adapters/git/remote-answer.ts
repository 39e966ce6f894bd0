// Interprets git's answers about a remote. Only what is certain is called refused or unreachable; a push whose outcome
// can't be read from the answer is unknown.
import { PROPOSED_REFS } from '#lib/domain/git/pull-request.ts'
import type { PushOutcome, RemoteFailure } from './remote.ts'
import type { GitOutcome } from './run-git.ts'

const TIMED_OUT = 'The remote did not answer in time.'

/** Why a read failed. */
export function readFailure(outcome: GitOutcome): RemoteFailure {
  if (outcome.timedOut) return { outcome: 'unreachable', message: TIMED_OUT }
  if (outcome.overflowed) return { outcome: 'unreachable', message: 'The remote said too much.' }
  return (
    failureBeforeSending(outcome.stderr) ?? {
      outcome: 'unreachable',
      message: lastWords(outcome.stderr),
    }
  )
}

/**
 * The outcome of a push of one ref, from `git push --porcelain`. `rejected` is certain, but not its cause: a hook, a
 * missing permission, or somebody who was faster; reading the tip tells. https://git-scm.com/docs/git-push#_output
 */
export function pushResult(
  outcome: GitOutcome,
  ref: string,
): PushOutcome | { readonly outcome: 'rejected'; readonly message: string } {
  if (outcome.timedOut) return { outcome: 'unknown', message: TIMED_OUT }
  const { flag, summary } = reportedRef(outcome.stdout.toString(), ref)
  const message = [summary, lastWords(outcome.stderr)].filter((text) => text !== '').join('\n')
  if (outcome.exitCode === 0 && flag !== null && flag !== '!') return { outcome: 'applied' }
  if (flag === '!' && /^\[(?:remote )?rejected\]/.test(summary)) {
    const isAsked = wantsPullRequest(ref, summary + outcome.stderr)
    return { outcome: 'rejected', message: isAsked ? `${message}\n${PROTECTED}` : message }
  }
  const failure = flag === null ? failureBeforeSending(outcome.stderr) : null
  return failure ?? { outcome: 'unknown', message }
}

const PROTECTED =
  'The host protects this branch: let its environments publish by pull request, or let Berth push to it.'

/**
 * Whether a host refuses a push because changes of this branch have to come by pull request: GitHub (GH006, and the sentence of a
 * ruleset), GitLab, Gitea and Forgejo (“protected branch”), Azure DevOps (TF402455). A ref of Berth's own has no use for one.
 *
 * https://docs.github.com/en/repositories/configuring-branches-and-merges-in-your-repository/managing-protected-branches
 * https://learn.microsoft.com/en-us/azure/devops/repos/git/branch-policies
 */
function wantsPullRequest(ref: string, said: string): boolean {
  if (ref.startsWith(`refs/heads/${PROPOSED_REFS}`)) return false
  return /\bGH006\b|\bTF402455\b|must be made through a pull request|protected branch/i.test(said)
}

/** The line of a ref: flag, tab, from:to, tab, summary. */
function reportedRef(stdout: string, ref: string) {
  const fields = stdout.split('\n').map((line) => line.split('\t'))
  const line = fields.find(([, refs = '']) => refs.endsWith(`:${ref}`))
  return { flag: line?.[0] ?? null, summary: line?.[2] ?? '' }
}

/**
 * Messages with which git fails before it has read the refs, so that nothing can have been sent. The remote's own messages
 * begin with `remote: ` and can't pass for these.
 */
function failureBeforeSending(stderr: string): RemoteFailure | null {
  const status = /^fatal: unable to access .* returned error: (\d{3})$/m.exec(stderr)?.[1]
  if (status !== undefined) {
    const message = `The remote answered with HTTP status ${status}.`
    return { outcome: Number(status) < 500 ? 'refused' : 'unreachable', message }
  }
  if (
    /^fatal: (?:could not read (?:Username|Password) for|Authentication failed for) /m.test(stderr)
  ) {
    return { outcome: 'refused', message: 'The remote did not accept the credential.' }
  }
  const refusal = REFUSALS.find((pattern) => pattern.test(stderr))
  if (refusal !== undefined) return { outcome: 'refused', message: lastWords(stderr) }
  const absence = ABSENCES.find((pattern) => pattern.test(stderr))
  return absence === undefined ? null : { outcome: 'unreachable', message: lastWords(stderr) }
}

const REFUSALS = [
  // Git was never started.
  /^berth: /,
  /^fatal: repository .* not found$/m,
  /^fatal: remote error: /m,
  /^fatal: transport '.*' not allowed$/m,
  /^fatal: unable to update url base from redirection:/m,
  /^[^\n:]*: Permission denied \(/m,
  /^Host key verification failed\.$/m,
]
const ABSENCES = [/^fatal: unable to access /m, /^ssh: /m]

/** The most telling lines, without the advice that git adds for people at a terminal. */
function lastWords(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.replace(/^berth: /, '').trim())
  return lines
    .filter((line) => line !== '' && !line.startsWith('hint: '))
    .slice(-8)
    .join('\n')
}
