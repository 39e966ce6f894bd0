'use client'

import { useQuery } from '@tanstack/react-query'
import { ApiProblem, ask } from '#components/api.ts'
import { useSettled } from '#components/use-settled.ts'
import { withQuery } from '#lib/schemas/paths.ts'
import type { RolloutPreviewJson } from '#lib/schemas/rollout.ts'

/** A rollout that somebody may start, or let go on. */
export type PlanRequest = {
  readonly path: string
  /** Whether it ends the one that is under way. */
  readonly supersede?: boolean
  readonly body?: unknown
  /** The state of the rollout that it is based on; null: a new one. */
  readonly etag: string | null
}

export type PlanView = {
  readonly plan: RolloutPreviewJson | null
  readonly problem: ApiProblem | null
  /** Whether the plan is of what is chosen now. */
  readonly isCurrent: boolean
}

/** What a rollout would do; null: nothing is chosen yet. */
export function usePlan(request: PlanRequest | null): PlanView {
  const key = JSON.stringify(request)
  const { value: asked, key: askedKey } = useSettled(request, key)
  const { data, error, isFetching } = useQuery({
    queryKey: ['rollout', askedKey],
    queryFn: async ({ signal }) => {
      const { path, supersede, ...sent } = asked!
      const dryRun = withQuery(path, { dryRun: 'true', supersede: supersede ? 'true' : null })
      return (await ask<RolloutPreviewJson>(dryRun, { ...sent, method: 'POST', signal })).answer
    },
    enabled: asked !== null,
    // It waits for what other people do and for time.
    staleTime: 0,
  })
  return {
    plan: data ?? null,
    problem: problemOf(error),
    isCurrent: key === askedKey && !isFetching,
  }
}

function problemOf(error: Error | null): ApiProblem | null {
  if (error === null || error instanceof ApiProblem) return error
  return new ApiProblem(0, 'unexpected', 'The preview could not be read.')
}
