import { QUESTION_START } from '#lib/domain/decisions/question.ts'
import type { Rule } from '#lib/domain/fleet/rules.ts'
import type { DecisionJson } from '#lib/schemas/decision.ts'
import { entityTag } from '../changes/drafts.ts'
import { type Context, defineRead } from '../define.ts'
import { Refusal } from '../refusal.ts'
import { type DecisionRef, loadDecision } from './find.ts'
import { type PageOfQuestion, questionJson } from './question.ts'
import { questionChangedAt } from './timely.ts'
import { type KnownAsk, knownAsk } from './waiting.ts'

export type ReadDecisionInput = DecisionRef & {
  /** Null: at the beginning, as of now. */
  readonly page: PageOfQuestion | null
}

export type DecisionAnswer = { readonly json: DecisionJson; readonly etag: string }

export const readDecisionUseCase = defineRead<
  ReadDecisionInput,
  DecisionAnswer,
  ReadDecisionInput,
  Rule
>({
  name: 'decisions.read',
  load: loadDecision,
  run: readDecision,
})

async function readDecision(
  context: Context,
  { page: asked }: ReadDecisionInput,
  rule: Rule,
): Promise<DecisionAnswer> {
  const { scope } = context
  const ask = await knownAsk(scope, rule.id)
  const { lastChange } = await context.state()
  const page = asked ?? { change: lastChange, position: QUESTION_START }
  const { change } = page
  if (change < questionChangedAt(context, rule, ask)) {
    const what = 'What is asked changed since its first page. Begin again.'
    throw new Refusal('precondition_failed', what)
  }
  const { url } = context.services.environment
  const question = await questionJson(scope, { fleet: await context.fleet(), rule, page, url })
  return { json: { ...question, status: statusOf(ask) }, etag: entityTag(change) }
}

function statusOf({ askedAt, dueAt, failures, error, waiting }: KnownAsk): DecisionJson['status'] {
  return {
    asked_at: askedAt?.toISOString() ?? null,
    due_at: dueAt?.toISOString() ?? null,
    failures,
    error,
    waiting: waiting && {
      change: waiting.change,
      at: waiting.at,
      removals: waiting.removals,
    },
  }
}
