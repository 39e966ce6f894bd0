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
import { mapJson } from '#lib/domain/objects/fields.ts'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { freshnessOf } from '#lib/domain/observed/freshness.ts'
import type { QuestionJson } from '#lib/schemas/decision.ts'
import { apiPaths } from '#lib/schemas/paths.ts'
import { scoresJson } from '../scores/read.ts'

/** Of a page: names of clusters and applications, wherever they stand. */
const NAMES_MAX = 5_000

/** A page of the question as of a change. */
export type PageOfQuestion = { readonly change: number; readonly position: QuestionPosition }

export type Question = {
  readonly fleet: Fleet
  readonly rule: Rule
  readonly page: PageOfQuestion
  /** Where the API is. */
  readonly url: string
}

export async function questionJson(
  scope: TenantScope,
  { fleet, rule, page: { change, position }, url }: Question,
): Promise<QuestionJson> {
  const page = questionPage(fleet, rule, position, NAMES_MAX)
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
      return { namespace: team, name, metadata: mapJson(labels) }
    }),
    clusters: page.clusters.map((id) => {
      const { name, environment, labels } = clusters.slots[id]!
      return {
        name,
        environment,
        metadata: mapJson(labels),
        scores: scoresJson(scores.get(id)),
        freshness: freshnessOf(seen.get(id) ?? null, now),
      }
    }),
    candidates: page.candidates.map(rowJson),
    current: page.current.map(rowJson),
    next: page.next && addressOf(url, rule, { change, position: page.next }),
  }
}

/** Its `continue` is as those of lists. */
function addressOf(url: string, { policy }: Rule, { change, position }: PageOfQuestion): string {
  const token = Buffer.from(JSON.stringify([change, ...position])).toString('base64url')
  return `${url}${apiPaths.decision(policy.name)}?continue=${token}`
}
