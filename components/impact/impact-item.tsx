import { classNames } from '#components/ui/class-names.ts'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'

export type ImpactItem = ImpactAnswer['items'][number]

export const EFFECTS = {
  removed: { word: 'Removed', sign: '−', look: 'bg-bad-soft text-bad' },
  added: { word: 'Added', sign: '+', look: 'bg-good-soft text-good' },
  changed: { word: 'Changed', sign: '~', look: 'bg-warn-soft text-warn' },
  kept: { word: 'Kept', sign: '=', look: 'bg-sunken text-muted' },
} as const

/** A pair, what happens to it, and why. */
export function ImpactItemRow({ item }: { item: ImpactItem }) {
  const { namespace, application, cluster, effect, policies, reason } = item
  const { word, sign, look } = EFFECTS[effect]
  const unnamed = policies.filter((policy) => !isNamedIn(reason, policy))
  const target = unmovedTarget(item)
  return (
    <li className="flex items-start gap-2.5 px-4 py-2">
      <abbr
        title={word}
        className={classNames(
          'mt-0.5 inline-flex size-5 shrink-0 items-center justify-center rounded font-mono text-sm font-semibold no-underline',
          look,
        )}
      >
        {sign}
      </abbr>
      <div className="min-w-0 flex-1">
        <p className="break-words">
          <span className="text-muted">{namespace}/</span>
          <span className="font-medium">{application}</span>
          <span className="text-muted"> on </span>
          <span className="font-medium">{cluster}</span>
        </p>
        <p className="text-xs break-words text-muted">
          {reason}
          {target !== null && ` · target ${target}`}
          {unnamed.length > 0 && <span>{` · ${unnamed.join(', ')}`}</span>}
        </p>
      </div>
    </li>
  )
}

/** The name of the target that a pair has; null: none, or the reason says which it has instead of which. */
function unmovedTarget({ target, effect }: Pick<ImpactItem, 'target' | 'effect'>): string | null {
  if (target === undefined) return null
  const { before, after } = target
  return effect === 'changed' && before !== after ? null : (after ?? before)
}

/** Whether a reason already names the policy that gives the pair: "policy app1_to_east selects it now". */
function isNamedIn(reason: string, policy: string): boolean {
  return /\bpolic(?:y|ies) /.test(reason) && reason.split(/[\s,;:]+/).includes(policy)
}
