import { type BoundedRequest, fetchBounded } from './bounded-fetch.ts'
import { openClientToken, type TokenClient } from './client-token.ts'
import { unavailable, type Unavailable } from './group-reader.ts'

export type GraphClient = Omit<TokenClient, 'scope'> & {
  /** An origin, `https://graph.microsoft.com` or that of a national cloud. */
  readonly graph: string
}

/** A token for Graph, kept until shortly before it expires. `renew`: the kept one was refused. */
export type GraphToken = (renew: boolean) => Promise<string | Unavailable>

/** Signs in to Graph as Berth itself. */
export function openGraphToken(
  { graph, ...client }: GraphClient,
  bounds: Pick<BoundedRequest, 'timeoutMs' | 'maxBytes'>,
): GraphToken {
  const ask = openClientToken({ ...client, scope: `${graph}/.default` }, bounds, fetchBounded)
  return async (renew) => {
    const answer = await ask(renew)
    return answer.outcome === 'given' ? answer.token : unavailable(answer.reason)
  }
}
