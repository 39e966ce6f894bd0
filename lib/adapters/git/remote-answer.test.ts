import { describe, expect, it } from 'vitest'
import { pushResult } from './remote-answer.ts'
import type { GitOutcome } from './run-git.ts'

const REF = 'refs/heads/main'

function ended(outcome: Partial<Omit<GitOutcome, 'stdout'>> & { readonly stdout?: string }) {
  const stdout = Buffer.from(outcome.stdout ?? '')
  const quiet = { exitCode: 1, timedOut: false, overflowed: false, stderr: '' }
  return pushResult({ ...quiet, ...outcome, stdout }, REF)
}

const line = (flag: string, summary: string, ref = REF) =>
  `To https://host/x\n${flag}\t0123:${ref}\t${summary}\nDone\n`

/** What a remote that says no is understood to say. */
function pushed(ref: string, summary: string, stderr: string) {
  const stdout = Buffer.from(line('!', summary, ref))
  const outcome = { exitCode: 1, timedOut: false, overflowed: false, stdout, stderr }
  return { message: '', ...pushResult(outcome, ref) }
}

describe('the outcome of a push', () => {
  it.each([
    { flag: ' ', summary: '1234..5678' },
    { flag: '*', summary: '[new branch]' },
    { flag: '+', summary: '1234...5678 (forced update)' },
    { flag: '=', summary: '[up to date]' },
  ])('is applied when git says $summary and ends well', ({ flag, summary }) => {
    const stdout = line(flag, summary)
    expect(ended({ exitCode: 0, stdout })).toEqual({ outcome: 'applied' })
    expect(ended({ exitCode: 1, stdout })).toMatchObject({ outcome: 'unknown' })
    expect(ended({ exitCode: null, stdout })).toMatchObject({ outcome: 'unknown' })
    expect(ended({ exitCode: 0, timedOut: true, stdout })).toEqual({
      outcome: 'unknown',
      message: 'The remote did not answer in time.',
    })
  })

  it.each(['[rejected] (stale info)', '[remote rejected] (pre-receive hook declined)'])(
    'is rejected when git says %s',
    (summary) => {
      expect(
        ended({ stdout: line('!', summary), stderr: 'remote: no\nhint: try again\n' }),
      ).toEqual({
        outcome: 'rejected',
        message: `${summary}\nremote: no`,
      })
    },
  )

  it.each<[string, string, string]>([
    [
      'GitHub',
      '[remote rejected] (protected branch hook declined)',
      'remote: error: GH006: Protected branch update failed for refs/heads/main.',
    ],
    [
      'a ruleset of GitHub',
      '[remote rejected] (push declined due to repository rule violations)',
      'remote: error: GH013: Repository rule violations found for refs/heads/main.\nremote:\nremote: - Changes must be made through a pull request.',
    ],
    [
      'GitLab',
      '[remote rejected] (pre-receive hook declined)',
      'remote: GitLab: You are not allowed to push code to protected branches on this project.',
    ],
    [
      'Azure DevOps',
      '[remote rejected] (TF402455: Pushes to this branch are not permitted; you must use a pull request to update this branch.)',
      '',
    ],
    [
      'Gitea',
      '[remote rejected] (pre-receive hook declined)',
      'remote: Gitea: Not allowed to push to protected branch main',
    ],
    [
      'Forgejo',
      '[remote rejected] (pre-receive hook declined)',
      'remote: Forgejo: Not allowed to push to protected branch main',
    ],
  ])('offers pull requests where %s protects the branch', (_, summary, stderr) => {
    const { outcome, message } = pushed(REF, summary, stderr)
    expect(outcome).toBe('rejected')
    expect(message).toContain(summary)
    expect(message).toContain('let its environments publish by pull request')
    expect(pushed('refs/heads/berth/main', summary, stderr).message).not.toContain('environments')
  })

  it('offers none where another rule refuses the push', () => {
    const summary = '[remote rejected] (push declined due to repository rule violations)'
    const stderr =
      'remote: error: GH013: Repository rule violations found\nremote: - Found a secret'
    expect(pushed(REF, summary, stderr).message).not.toContain('pull request')
  })

  it.each([
    { what: 'the report is lost', stdout: line('!', '[remote failure] (no report)') },
    { what: 'another ref is reported', stdout: line('*', '[new branch]', 'refs/heads/domain') },
    { what: 'nothing is reported, though git ends well', exitCode: 0 },
    { what: 'the line breaks', stderr: 'fatal: the remote end hung up unexpectedly\n' },
    { what: 'the answer is an error', stderr: 'error: RPC failed; HTTP 403 curl 22\n' },
    {
      what: 'the remote speaks as git would',
      stderr: "remote: fatal: unable to access 'x': returned error: 403\n",
    },
    {
      what: 'a ref is reported, whatever else is said',
      stdout: line('!', '[remote failure] (x)'),
      stderr: "fatal: unable to access 'x': returned error: 403\n",
    },
  ])('is unknown when $what', (row) => {
    expect(ended(row)).toMatchObject({ outcome: 'unknown' })
  })

  it.each([
    {
      stderr: "fatal: unable to access 'x': The requested URL returned error: 403\n",
      outcome: 'refused',
    },
    {
      stderr: "fatal: unable to access 'x': The requested URL returned error: 503\n",
      outcome: 'unreachable',
    },
    { stderr: "fatal: unable to access 'x': Could not resolve host: x\n", outcome: 'unreachable' },
    { stderr: "fatal: repository 'x' not found\n", outcome: 'refused' },
    { stderr: 'fatal: remote error: access denied\n', outcome: 'refused' },
  ])('is $outcome when git never got to send: $stderr', ({ stderr, outcome }) => {
    expect(ended({ exitCode: 128, stderr })).toMatchObject({ outcome })
  })
})
