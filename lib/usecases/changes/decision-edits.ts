// What a submission does to decisions: what it asks for, and what follows from its edits by itself.
import { beginDecisions, type BegunDecision, endDecisions } from '#db/queries/decisions.ts'
import { readInstant } from '#db/queries/clock.ts'
import { readScores } from '#db/queries/cluster-scores.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { DecisionReasons } from '#db/schema/decision.ts'
import {
  decisionEditsOf,
  DECISIONS_MAX,
  type ScoreOf,
} from '#lib/domain/decisions/decision-edits.ts'
import { scoreAt } from '#lib/domain/decisions/score.ts'
import type { SaidReasons } from '#lib/domain/fleet/choices.ts'
import { decisionOf, isSameDecision } from '#lib/domain/fleet/fleet-decisions.ts'
import type { DecisionEdit, Edit } from '#lib/domain/fleet/fleet-state.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { inSlices } from '../in-slices.ts'
import { Refusal } from '../refusal.ts'

/** A decision that is kept, with what a scheduler says of clusters; absent: what was said before. */
export type DecidedEdit = DecisionEdit & { readonly reasons?: DecisionReasons | null }

type Fleets = { readonly before: Fleet; readonly after: Fleet }
type Decided = { readonly after: Fleet; readonly edits: readonly DecidedEdit[] }

/**
 * The fleet with the decisions that were asked for, as far as they are of candidates, and with those that an edit from `before`
 * to `drafted` changes by itself. Scores are those of this instant, and are read only if a pick asks for them.
 */
export async function withDecisions(
  scope: TenantScope,
  before: Fleet,
  drafted: Fleet,
  asked: readonly DecidedEdit[],
): Promise<Decided> {
  const fleet = asked.length === 0 ? drafted : drafted.with(asked)
  const own = await ownEdits(scope, before, fleet)
  requireRoomForDecisions(own)
  const last = new Map<string, DecidedEdit>()
  for (const edit of [...asked, ...own]) {
    const key = `${edit.policy} ${edit.application}`
    last.set(key, { ...last.get(key), ...edit })
  }
  const edits = [...last.values()].filter((edit) => isAnother(before, edit))
  return { after: own.length === 0 ? fleet : fleet.with(own), edits }
}

function isAnother(before: Fleet, { policy, application, after }: DecisionEdit): boolean {
  return !isSameDecision(decisionOf(before, policy, application), after)
}

async function ownEdits(scope: TenantScope, before: Fleet, after: Fleet) {
  const unscored = await editsWithoutScores(before, after)
  if (unscored !== null) return unscored
  const scores = await readScores(scope, scoreNames(after))
  const now = await readInstant(scope)
  const edits: DecisionEdit[] = []
  const scoreOf: ScoreOf = (cluster, name) => scoreAt(scores, cluster, name, now)
  for await (const edit of inSlices(decisionEditsOf(before, after, scoreOf))) edits.push(edit)
  return edits
}

/** Null, as soon as it is found: a pick asks for a score. */
async function editsWithoutScores(before: Fleet, after: Fleet) {
  let isAsked = false
  const edits: DecisionEdit[] = []
  const noScore = () => {
    isAsked = true
    return null
  }
  for await (const edit of inSlices(decisionEditsOf(before, after, noScore))) {
    if (isAsked) return null
    edits.push(edit)
  }
  return isAsked ? null : edits
}

/** The names of all scores that picks prefer. */
function scoreNames({ rules }: Fleet): readonly string[] {
  const preferences = rules.flatMap((rule) => rule?.policy.pick?.prefer ?? [])
  return [...new Set(preferences.flatMap((each) => ('score' in each ? [each.score] : [])))]
}

/** Refuses an edit that changes more decisions by itself than one change keeps. */
function requireRoomForDecisions({ length }: readonly DecisionEdit[]): void {
  if (length <= DECISIONS_MAX) return
  const most = DECISIONS_MAX.toLocaleString('en')
  const reason = `This changes ${length.toLocaleString('en')} decisions, one for each policy and application; at most ${most} change at once. Edit fewer policies, applications or clusters at once.`
  throw new Refusal('conflict', reason, { code: 'too_many' })
}

/** Refuses decisions of policies that no scheduler decides: a pick would choose others at once. */
export function requireSchedulers({ rules }: Fleet, asked: readonly DecisionEdit[]): void {
  for (const { policy } of asked) {
    const rule = rules[policy]
    if (rule === undefined) throw new Error(`decided for a policy ${policy}, which isn’t there`)
    if (rule.policy.scheduler !== null) continue
    throw new Refusal('conflict', `No scheduler decides for the policy ${rule.policy.name}.`)
  }
}

export function isOfDecision(edit: Edit): edit is DecidedEdit {
  return edit.kind === 'decision'
}

/** What the present schedulers of policies say with edits that lead to a fleet. */
export function saidReasons({ rules }: Fleet, edits: readonly Edit[]): SaidReasons {
  const said = new Map(
    edits
      .filter(isOfDecision)
      .map(({ policy, application, reasons }) => [`${policy} ${application}`, reasons]),
  )
  return (policy, application, cluster) => {
    const reasons = said.get(`${policy} ${application}`)
    if (!reasons || reasons.by !== rules[policy]?.policy.scheduler) return null
    return reasons.clusters[cluster] || null
  }
}

/** Stores what a change does to decisions. */
export async function keepDecisions(
  scope: TenantScope,
  change: number,
  { before, after }: Fleets,
  edits: readonly DecidedEdit[],
): Promise<void> {
  const ended = edits.filter(
    ({ policy, application }) => decisionOf(before, policy, application) !== null,
  )
  const begun = edits.flatMap(
    ({ policy, application, after: clusters, reasons }): BegunDecision[] => {
      if (clusters === null) return []
      const by = after.rules[policy]?.policy.scheduler ?? null
      const said = reasons === undefined ? 'kept' : reasons
      return [{ policy, application, clusters, reasons: by === null ? null : said }]
    },
  )
  await endDecisions(scope, change, ended)
  await beginDecisions(scope, change, begun)
}
