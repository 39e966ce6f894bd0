import type { PullRequestRow } from '#db/queries/pull-request-lists.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { nextStep } from '#lib/domain/git/next-step.ts'
import type { PullRequestJson } from '#lib/schemas/pull-request.ts'
import type { LivedOn } from './lived-on.ts'

const ENVIRONMENTS_NAMED = 20

const isoOf = (at: Date | null) => at?.toISOString() ?? null

/** As an actor may see it: what names things of every team is for those alone who see every team. */
export function pullRequestJson(actor: Actor, row: PullRequestRow, on: LivedOn): PullRequestJson {
  const { branch, number, url, state, from, to, proposed } = row
  const seesAll = readableTeams(actor) === null
  return {
    branch,
    number,
    url,
    state,
    next: nextStep({
      state,
      isWaitedFor: proposed > 0,
      isReopenAsked: row.reopenAskedAt !== null,
    }),
    title: seesAll ? row.title : null,
    environments: [...on.keys()].slice(0, ENVIRONMENTS_NAMED),
    environments_total: on.size,
    clusters: [...on.values()].reduce((sum, clusters) => sum + clusters, 0),
    changes: from === null || to === null ? null : { from, to, count: proposed },
    later_changes: row.later,
    waits_since: isoOf(row.waitsSince),
    opened_at: row.openedAt.toISOString(),
    closed_by: row.closedBy,
    asked_at: isoOf(row.askedAt),
    reopen_asked_at: isoOf(row.reopenAskedAt),
    error: seesAll ? row.error : null,
  }
}
