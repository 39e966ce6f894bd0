// A first request of whoever holds a token: one that its role may make.
import type { TokenGrant } from '#lib/domain/access/token-grant.ts'
import { apiCollection, apiPaths } from './paths.ts'

type ExampleRequest = {
  readonly path: string
  /** Of a body in JSON, in which a shell fills in the commit; null: there is none. */
  readonly body: string | null
}

/** What has to be filled in is in capitals. */
export function exampleRequest({
  role,
  team,
  cluster,
}: Pick<TokenGrant, 'role' | 'team' | 'cluster'>): ExampleRequest {
  if (role === 'announcer') {
    const body = '{"commit": "$(git rev-parse HEAD)"}'
    return { path: apiPaths.versions(team ?? '', 'APPLICATION'), body }
  }
  if (role === 'scheduler') return { path: apiPaths.decision('POLICY'), body: null }
  if (cluster !== null) return { path: apiPaths.reportKey(cluster), body: null }
  return { path: apiCollection('team'), body: null }
}
