// What a scheduler is asked, as it is told: in its request, and page by page to whoever reads on.
import { readSeen } from '#db/queries/cluster-reports.ts'
import { readLivingScores } from '#db/queries/cluster-scores.ts'
import { readInstant } from '#db/queries/clock.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import {
  type ChosenRow,
  questionPage,
  type QuestionPosition,
} from '#lib/domain/decisions/question.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Rule } from '#lib/domain/fleet/rules.ts'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { freshnessOf } from '#lib/domain/observed/freshness.ts'
import type { QuestionJson } from '#lib/schemas/decision.ts'
import { scoresJson } from '../scores/read.ts'

/** Of a page: names of clusters and applications, wherever they stand. */
const NAMES_MAX = 5_000

export type Question = {
  readonly fleet: Fleet
  readonly rule: Rule
  /** As of which it is asked. */
  readonly change: number
  readonly from: QuestionPosition
  /** The address of the page that begins at a position. */
  readonly addressOf: (position: QuestionPosition) => string
}

export async function questionJson(
  scope: TenantScope,
  { fleet, rule, change, from, addressOf }: Question,
): Promise<QuestionJson> {
  const page = questionPage(fleet, rule, from, NAMES_MAX)
  const { applications, clusters } = fleet
  const scores = await readLivingScores(scope, page.clusters)
  const seen = await readSeen(scope, page.clusters)
  const now = await readInstant(scope)
  const rowJson = ({ application, clusters: ids }: ChosenRow) => {
    const { team, name } = applications.slots[application]!
    return {
      namespace: team,
      application: name,
      clusters: ids.map((id) => clusters.slots[id]!.name),
    }
  }
  return {
    change,
    policy: objectJson(rule.policy),
    applications: page.applications.map((id) => {
      const { team, name, labels } = applications.slots[id]!
      return { namespace: team, name, metadata: Object.fromEntries(labels) }
    }),
    clusters: page.clusters.map((id) => {
      const { name, environment, labels } = clusters.slots[id]!
      return {
        name,
        environment,
        metadata: Object.fromEntries(labels),
        scores: scoresJson(scores.get(id)),
        freshness: freshnessOf(seen.get(id) ?? null, now),
      }
    }),
    candidates: page.candidates.map(rowJson),
    current: page.current.map(rowJson),
    next: page.next && addressOf(page.next),
  }
}
