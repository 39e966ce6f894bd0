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
