// Wanted, published, pulled, observed: where a placement is, as answers say it.
import type { CommitAt, PairStatus } from '#lib/domain/observed/pair-status.ts'

export function pairStatusJson(status: PairStatus) {
  const { state, stateSince, freshness, planned, wanted, published, pulled, observed } = status
  const { pullRequest } = status
  return {
    state,
    state_since: stateSince?.toISOString() ?? null,
    freshness,
    planned_silence: planned && { name: planned.name, until: planned.until.toISOString() },
    wanted: wanted && { ...wanted, at: wanted.at.toISOString() },
    published: commitJson(published),
    ...(pullRequest && { pull_request: pullRequest }),
    pulled: commitJson(pulled),
    observed: observed && { ...observed, at: observed.at?.toISOString() ?? null },
  }
}

function commitJson(commit: CommitAt | null) {
  return commit && { ...commit, at: commit.at.toISOString() }
}
