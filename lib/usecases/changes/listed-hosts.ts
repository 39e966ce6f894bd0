// Where Berth may be told to call by a team: only to hosts that an admin listed. What the platform's own objects name is up to
// the admins anyway.
import { readOutgoingHosts } from '#db/queries/outgoing-hosts.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { listsHostOf } from '#lib/domain/addresses/outgoing-hosts.ts'
import { type ModelObject, ownerOf } from '#lib/domain/objects/objects.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import type { ResolvedDraft } from './drafts.ts'

/** The address that a team's object has Berth call; null: it has none, or it is no team's. */
function calledByTeam(object: ModelObject): string | null {
  return 'url' in object && ownerOf(object) !== null ? object.url : null
}

/** The issues of drafts whose addresses aren't listed, with paths in the request. */
export async function listedHostIssues(
  scope: TenantScope,
  drafts: readonly ResolvedDraft[],
): Promise<Issue[]> {
  const called = drafts.flatMap(({ after, isEdit, locate }) => {
    const url = after && isEdit ? calledByTeam(after) : null
    return url === null ? [] : [{ url, path: locate(['url']) }]
  })
  if (called.length === 0) return []
  const hosts = await readOutgoingHosts(scope)
  return called
    .filter(({ url }) => !listsHostOf(hosts, url))
    .map(({ path }) => ({ path, code: 'host_not_listed', reason: NOT_LISTED }))
}

const NOT_LISTED = 'A team’s object may name only hosts that an admin listed.'
