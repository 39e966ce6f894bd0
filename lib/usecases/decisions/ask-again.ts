// Has schedulers asked soon after an edit that concerns what they decide.
import { markAsks } from '#db/queries/scheduler-asks.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { askedAnew } from '#lib/domain/decisions/asked-anew.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import type { Plan } from '../changes/plan.ts'

export async function askSchedulers(
  scope: TenantScope,
  change: number,
  { drafts, impact, after }: Plan,
): Promise<void> {
  const edited = drafts.filter(({ isEdit }) => isEdit)
  const idsOf = (kind: 'application' | 'cluster') =>
    bitsOf(edited.flatMap((draft) => (draft.kind === kind ? [draft.id] : [])))
  const anew = askedAnew(impact.before, after, {
    applications: idsOf('application'),
    clusters: idsOf('cluster'),
  })
  const names = new Set(
    edited.flatMap((draft) => (draft.after?.kind === 'scheduler' ? [draft.after.name] : [])),
  )
  const ofThem = after.rules.flatMap((rule) =>
    rule && rule.policy.scheduler !== null && names.has(rule.policy.scheduler) ? [rule.id] : [],
  )
  await markAsks(scope, change, { ...anew, asked: [...new Set([...anew.asked, ...ofThem])] })
}
