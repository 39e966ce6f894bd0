// A possible write, which the preview asks about and a save would send.
import { ask } from '#components/api.ts'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import { withQuery } from '#lib/schemas/paths.ts'

export type ImpactRequest = {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  /** Of a body that is text as it stands. */
  readonly type?: string
  /** What the impact says besides: what becomes of the objects themselves, or what policies do with one application. */
  readonly include?: 'edits' | 'policies'
  /** The state that the edit is based on; null: a new object. */
  readonly etag: string | null
  readonly freeName?: boolean
}

/** Which pairs are looked at. Its names are those of the API's parameters. */
export type PairsWanted = {
  readonly effect?: 'kept' | 'changed'
  readonly clusterSelector?: string
  readonly appSelector?: string
  readonly q?: string
}

type ImpactWindow = {
  readonly token: string | null
  readonly limit: number
  readonly diff?: boolean
  readonly pairs?: PairsWanted
  /** What the pairs are counted by. */
  readonly by?: string
  /** Of which pair it says what it is told: TEAM/APPLICATION/CLUSTER. */
  readonly pair?: string
}

/** One page of the impact of a write, as a dry run. */
export async function fetchImpact(
  { path, freeName, include, ...request }: ImpactRequest,
  { token, limit, diff = false, pairs, by, pair }: ImpactWindow,
  signal: AbortSignal,
): Promise<ImpactAnswer> {
  const address = withQuery(path, {
    dryRun: 'true',
    limit,
    continue: token,
    include: diff ? 'diff' : pair === undefined ? include : 'config',
    pair: pair ?? null,
    freeName: freeName === true ? 'true' : null,
    by: by ?? null,
    ...pairs,
  })
  return (await ask<ImpactAnswer>(address, { ...request, signal })).answer
}

export function requestKey(request: ImpactRequest | null): string {
  return JSON.stringify(request)
}
