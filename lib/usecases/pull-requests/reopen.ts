// People ask for a pull request that was closed unmerged to be opened again; the publisher, which talks to the host, does it.
import {
  askToReopen,
  findPullRequest,
  type PullRequestRow,
} from '#db/queries/pull-request-lists.ts'
import type { PullRequestJson } from '#lib/schemas/pull-request.ts'
import { auditName, type Subject } from '../audit/subject.ts'
import { recallOutcome, remembered } from '../changes/idempotency.ts'
import type { WriteOptions } from '../changes/write-options.ts'
import { defineEdit } from '../define.ts'
import { announce } from '../live/announce.ts'
import { Refusal } from '../refusal.ts'
import { deployersOf, livedOn, type LivedOn, readInhabitedBranches } from './lived-on.ts'
import { pullRequestJson } from './represent.ts'

export type ReopenInput = {
  readonly branch: string
  readonly options: Pick<WriteOptions, 'dryRun' | 'reason' | 'idempotency'>
}

type Found = { readonly row: PullRequestRow; readonly on: LivedOn }

const subject: Subject = { kind: 'pull-request', namedBy: [] }

export const reopenPullRequestUseCase = defineEdit<
  ReopenInput,
  PullRequestJson,
  ReopenInput,
  Found
>({
  name: 'pull-request.reopen',
  subject,
  recall: recallOutcome<PullRequestJson>,
  load: async (context, { branch }) => {
    const row = await findPullRequest(context.scope, branch)
    if (row === null) return null
    const on = livedOn(await readInhabitedBranches(context), branch)
    const deployers = deployersOf(await context.fleet(), on)
    return { resource: { kind: 'pull-request', deployers }, found: { row, on } }
  },
  isDryRun: ({ options }) => options.dryRun,
  run: async (context, { branch, options }, { row, on }) => {
    const { scope, actor, audit } = context
    requireHeld(row)
    if (options.dryRun) return pullRequestJson(actor, { ...row, reopenAskedAt: new Date() }, on)
    await askToReopen(scope, branch)
    announce(context, 'publications', branch)
    const json = pullRequestJson(actor, (await findPullRequest(scope, branch))!, on)
    const { number, state } = row
    audit({
      object: auditName(subject, branch),
      before: { number, state },
      after: { number, state, reopen_asked_at: json.reopen_asked_at, reason: options.reason },
    })
    return remembered(context, options, json)
  },
})

function requireHeld({ number, state, count }: PullRequestRow): void {
  if (state !== 'closed') {
    const what = `Pull request ${number} isn’t closed: it is ${state}.`
    throw new Refusal('conflict', what, { code: 'pull_request_not_closed' })
  }
  if (count > 0) return
  const what = `Nothing waits for pull request ${number} any more.`
  throw new Refusal('conflict', what, { code: 'pull_request_over' })
}
