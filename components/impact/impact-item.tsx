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
export function ImpactItemRow({
  item: { namespace, application, cluster, effect, policies, reason, target },
}: {
  item: ImpactItem
}) {
  const { word, sign, look } = EFFECTS[effect]
  const unnamed = policies.filter((policy) => !isNamedIn(reason, policy))
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
          {target && <TargetMove target={target} effect={effect} />}
        </p>
        <p className="text-xs break-words text-muted">
          {reason}
          {unnamed.length > 0 && <span>{` · ${unnamed.join(', ')}`}</span>}
        </p>
      </div>
    </li>
  )
}

/** The target that a pair has; of a changed one, what it had before, too, if that was another. */
function TargetMove({
  target: { before, after },
  effect,
}: Pick<ImpactItem, 'effect'> & { target: NonNullable<ImpactItem['target']> }) {
  const isMove = effect === 'changed' && before !== after
  return (
    <span className="ml-2 inline-block text-xs text-muted">
      {'target '}
      {isMove && (
        <>
          <TargetName name={before} />
          <span aria-hidden> → </span>
          <span className="sr-only"> becomes </span>
        </>
      )}
      <TargetName name={isMove ? after : (after ?? before)} />
    </span>
  )
}

function TargetName({ name }: { name: string | null }) {
  return name === null ? 'none' : <span className="font-mono text-ink">{name}</span>
}

/** Whether a reason already names the policy that gives the pair: "policy app1_to_east selects it now". */
function isNamedIn(reason: string, policy: string): boolean {
  return /\bpolic(?:y|ies) /.test(reason) && reason.split(/[\s,;:]+/).includes(policy)
}
