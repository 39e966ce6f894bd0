// Rolls an application back to what it was.
import { changeAt, readChangeSummaries } from '#db/queries/changes.ts'
import { loadObjects } from '#db/queries/objects.ts'
import { findRan, findRunning, readPin, type Ran, type RanTime } from '#db/queries/ran-commits.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { findObject } from '#lib/domain/fleet/fleet.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import { sourceTypeOf } from '#lib/domain/objects/application/packaging.ts'
import { goBack } from '#lib/domain/objects/application/rollback.ts'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { type Application, refOf } from '#lib/domain/objects/objects.ts'
import { isCommit } from '#lib/domain/text/commit.ts'
import { shortRevision } from '#lib/domain/text/short-revision.ts'
import { type KeptRollback, type RollbackBody, rollbackInput } from '#lib/schemas/rollback.ts'
import { readShape } from '#lib/schemas/shape.ts'
import { recallOutcome } from '../changes/idempotency.ts'
import type { Submission } from '../changes/submission.ts'
import { submitDrafts, type WriteOutcome } from '../changes/submit.ts'
import type { Precondition, WriteOptions } from '../changes/write-options.ts'
import { type Context, defineEdit, type EditContext } from '../define.ts'
import {
  type RefParameters,
  refFromPath,
  requireAccepted,
  resourceOf,
  subjectOf,
} from '../objects/requested-object.ts'
import { storedObject } from '../objects/stored-object.ts'
import { Refusal, refusalOf } from '../refusal.ts'

const ACTION = 'applications.rollback'

export type RollbackRequest = {
  readonly ref: RefParameters
  readonly body: unknown
  readonly precondition: Precondition
  readonly options: WriteOptions
}
type RollbackInput = Omit<RollbackRequest, 'body'> & RollbackBody

export const rollbackUseCase = defineEdit<
  RollbackRequest,
  WriteOutcome,
  RollbackInput,
  Identified<Application>
>({
  name: ACTION,
  subject: subjectOf('application'),
  parse: ({ body, ...request }) => {
    const shape = readShape(rollbackInput, body)
    return shape.ok ? { ok: true, value: { ...request, ...shape.value } } : shape
  },
  recall: recallOutcome,
  load: async ({ fleet }, { ref }) => {
    const found = findObject(await fleet(), refFromPath('application', ref))
    if (found?.object.kind !== 'application') return null
    const { id, object } = found
    return { resource: resourceOf(object), found: { id, object } }
  },
  isDryRun: ({ options }) => options.dryRun,
  run: rollBack,
})

async function rollBack(
  context: EditContext,
  { to, precondition, options }: RollbackInput,
  { id, object: current }: Identified<Application>,
): Promise<WriteOutcome> {
  const time = await timeOf(context, to)
  const { after, rollback, warnings } = await goneBack(context, id, current, time)
  return submitDrafts(context, {
    action: ACTION,
    drafts: [{ ref: refOf(current), after, verb: 'replace', precondition, locate: () => ['to'] }],
    options,
    ownReason: reasonFor(rollback),
    warnings,
    rollback,
  })
}

async function timeOf({ scope, state }: Context, to: RollbackBody['to']): Promise<RanTime> {
  if (to.at !== undefined) {
    const at = new Date(to.at)
    return { kind: 'at', at, change: await changeAt(scope, at) }
  }
  const { change = 0 } = to
  if (change <= (await state()).lastChange) return { kind: 'change', change }
  const issue = {
    path: ['to', 'change'],
    code: 'change_unknown',
    reason: 'There is no such change.',
  }
  throw refusalOf('invalid', [issue])
}

type GoneBack = Required<Pick<Submission, 'rollback' | 'warnings'>> & {
  readonly after: Application
}

async function goneBack(
  context: Context,
  id: number,
  current: Application,
  time: RanTime,
): Promise<GoneBack> {
  const { scope } = context
  requireFollowsBranch(current)
  const was = await applicationAt(scope, id, time.change)
  requireFollowedBranch(was)
  const asked = { id, type: sourceTypeOf(current) }
  const ran = await findRan(scope, asked, time)
  const running = await findRunning(scope, asked)
  const gone = goBack(current, {
    was,
    ranThen: ran?.commit ?? null,
    runsNow: running?.commit ?? null,
    pinnedFrom: (await readPin(scope, id))?.follows ?? null,
  })
  if (gone.kind === 'same') {
    throw refusedAs('rollback_same', 'It is what it was then, as far as clusters reported.')
  }
  if (gone.kind === 'unknown') {
    const why = 'Its fields are what they were then, and no cluster reported which revision it ran.'
    throw refusedAs('rollback_unknown', why)
  }
  const { after, pin } = gone
  const kept = { to: time.change, at: await instantOf(scope, time), ...(pin ?? NO_PIN) }
  requireAccepted('application', objectJson(after), context.services)
  return { after, rollback: kept, warnings: warningsOf(kept, ran) }
}

/** What an application that follows versions runs is in its releases, and not in its fields. */
function requireFollowsBranch({ follow }: Application): void {
  if (follow === 'branch') return
  const why = 'It follows versions: roll back the rollout, or roll out the version of that time.'
  throw refusedAs('follows_versions', why)
}

function requireFollowedBranch({ follow }: Application): void {
  if (follow === 'branch') return
  const why =
    'It followed versions then: let it follow versions, and roll out the one of that time.'
  throw refusedAs('follows_versions', why)
}

const NO_PIN = { commit: null, follows: null }

async function applicationAt(scope: TenantScope, id: number, change: number): Promise<Application> {
  const body = (await loadObjects(scope, 'application', { ids: [id] }, change)).get(id)
  if (body === undefined) throw refusedAs('rollback_unknown', 'The application wasn’t there then.')
  return storedObject('application', body)
}

async function instantOf(scope: TenantScope, time: RanTime): Promise<string> {
  if (time.kind === 'at') return time.at.toISOString()
  const [summary] = await readChangeSummaries(scope, [time.change])
  return summary!.at.toISOString()
}

function warningsOf({ commit, follows }: KeptRollback, ran: Ran | null): GoneBack['warnings'] {
  if (commit === null || follows === null || ran === null) return []
  const where = ran.of === 1 ? 'the cluster' : `${ran.clusters} of ${ran.of} clusters`
  return [
    {
      code: 'no_longer_follows',
      message: `It is pinned to the ${isCommit(commit) ? 'commit ' : ''}${shortRevision(commit)}, which ${where} ran then, and no longer follows ${follows} until somebody has it follow that again.`,
    },
  ]
}

function reasonFor({ to, commit, follows }: KeptRollback): string {
  const back = `Rolled back to what it was with change #${to}`
  return commit === null
    ? back
    : `${back}: pinned to ${shortRevision(commit)}, no longer follows ${follows}`
}

function refusedAs(code: string, message: string): Refusal {
  return new Refusal('conflict', message, { code })
}
