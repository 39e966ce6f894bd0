import { CircleCheck } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import { Notice } from './notice.tsx'
import type { ImpactView } from './use-impact.ts'

type Item = ImpactAnswer['items'][number]

const EFFECTS = {
  removed: { word: 'Removed', sign: '−', look: 'bg-bad-soft text-bad' },
  added: { word: 'Added', sign: '+', look: 'bg-good-soft text-good' },
  changed: { word: 'Changed', sign: '~', look: 'bg-warn-soft text-warn' },
} as const

/** Which pairs would move and why, removals first. */
export function ImpactItems({ impact, view }: { impact: ImpactAnswer; view: ImpactView }) {
  const { items, more } = view
  if (items.length === 0) {
    return (
      <Notice icon={CircleCheck} title="Nothing moves">
        {impact.placements.kept > 0
          ? `All ${impact.placements.kept.toLocaleString('en')} placements that this concerns stay where they are.`
          : 'No application would start or stop on any cluster.'}
      </Notice>
    )
  }
  return (
    <>
      {(['removed', 'added', 'changed'] as const).map((effect) => (
        <Group
          key={effect}
          effect={effect}
          count={impact.placements[effect]}
          items={items.filter((item) => item.effect === effect)}
        />
      ))}
      {more && (
        <div className="p-3 text-center">
          <Button onClick={more.load} disabled={more.isLoading}>
            {more.isLoading ? 'Loading…' : 'Show more'}
          </Button>
        </div>
      )}
    </>
  )
}

function Group({
  effect,
  count,
  items,
}: {
  effect: Item['effect']
  count: number
  items: readonly Item[]
}) {
  if (items.length === 0) return null
  const { word } = EFFECTS[effect]
  return (
    <section aria-label={word}>
      <h3 className="sticky top-0 border-b bg-surface px-4 py-1.5 text-xs font-medium text-muted">
        {word} {count.toLocaleString('en')}
      </h3>
      <ul className="divide-y border-b">
        {items.map((item) => (
          <ItemRow key={`${item.namespace}/${item.application}/${item.cluster}`} item={item} />
        ))}
      </ul>
    </section>
  )
}

function ItemRow({
  item: { namespace, application, cluster, effect, policies, reason },
}: {
  item: Item
}) {
  const { sign, look } = EFFECTS[effect]
  const unnamed = policies.filter((policy) => !isNamedIn(reason, policy))
  return (
    <li className="flex items-start gap-2.5 px-4 py-2">
      <span
        aria-hidden
        className={classNames(
          'mt-0.5 inline-flex size-5 shrink-0 items-center justify-center rounded font-mono text-sm font-semibold',
          look,
        )}
      >
        {sign}
      </span>
      <div className="min-w-0 flex-1">
        <p className="break-words">
          <span className="text-muted">{namespace}/</span>
          <span className="font-medium">{application}</span>
          <span className="text-muted"> on </span>
          <span className="font-medium">{cluster}</span>
        </p>
        <p className="text-xs break-words text-muted">
          {reason}
          {unnamed.length > 0 && <span>{` · ${unnamed.join(', ')}`}</span>}
        </p>
      </div>
    </li>
  )
}

/** Whether a reason already names the policy that gives the placement: "policy app1_to_east selects it now". */
function isNamedIn(reason: string, policy: string): boolean {
  return /\bpolic(?:y|ies) /.test(reason) && reason.split(/[\s,;:]+/).includes(policy)
}
