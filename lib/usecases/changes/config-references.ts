// What configs must be consistent with: values that look like secrets are refused, unless a schema of the platform says that they
// are none. That is noted in the audit.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { suspicionsOf } from '#lib/domain/fleet/not-secret.ts'
import { isSame } from '#lib/domain/objects/three-way.ts'
import { type Config, refKey } from '#lib/domain/objects/objects.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { pointerOf } from '#lib/domain/text/pointer.ts'
import type { EditContext } from '../define.ts'
import type { ResolvedDraft } from './drafts.ts'

/** `looks_like_secret` of the values that drafts give to configs; those that a config has already aren't asked about again. */
export function configSecretIssues(after: Fleet, drafts: readonly ResolvedDraft[]): Issue[] {
  return drafts.flatMap((draft) => {
    const config = revalued(draft)
    if (config === null) return []
    const { refused } = suspicionsOf(after, config)
    return refused.map((issue) => ({ ...issue, path: draft.locate(issue.path) }))
  })
}

/** Notes for each config which of its values look like secrets and were kept, as pointers: never the values. */
export function recordAllowances(
  { audit }: Pick<EditContext, 'audit'>,
  after: Fleet,
  drafts: readonly ResolvedDraft[],
  change: number,
): void {
  for (const draft of drafts) {
    const config = revalued(draft)
    const allowed = config === null ? [] : suspicionsOf(after, config).allowed
    if (allowed.length === 0) continue
    const pointers = allowed.map(({ path }) => pointerOf(path))
    audit({ action: 'values.allow', object: refKey(draft.ref), after: { pointers }, change })
  }
}

/** The config that a draft makes, if its values are others than before. */
function revalued({ before, after }: ResolvedDraft): Config | null {
  if (after?.kind !== 'config') return null
  return before?.kind === 'config' && isSame(before.values, after.values) ? null : after
}
