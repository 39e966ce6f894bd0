'use client'

import { CircleCheck } from 'lucide-react'
import { counted } from '#lib/domain/text/counted.ts'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import { Disclosure } from './disclosure.tsx'
import { ImpactGroups } from './impact-groups.tsx'
import { EFFECTS, type ImpactItem, ImpactItemRow } from './impact-item.tsx'
import { ImpactPairs } from './impact-pairs.tsx'
import { Notice } from './notice.tsx'
import type { Computed } from './use-impact.ts'

/** Which pairs would move and why, removals first: a few as they are, more of them in groups. */
export function ImpactItems({ computed }: { computed: Computed }) {
  const { impact } = computed
  return (
    <>
      <Moving computed={computed} />
      {impact.keptByOthers > 0 && <KeptByOthers computed={computed} />}
    </>
  )
}

function Moving({ computed }: { computed: Computed }) {
  const { items, itemsTotal, placements } = computed.impact
  if (itemsTotal > items.length) return <ImpactGroups computed={computed} />
  if (items.length === 0) return <NothingMoves kept={placements.kept} />
  return (['removed', 'added', 'changed'] as const).map((effect) => (
    <Effect key={effect} effect={effect} items={items.filter((item) => item.effect === effect)} />
  ))
}

function NothingMoves({ kept }: Pick<ImpactAnswer['placements'], 'kept'>) {
  return (
    <Notice icon={CircleCheck} title="Nothing moves">
      {kept > 0
        ? `What this concerns stays where it is: ${counted(kept, 'placement')}.`
        : 'No application would start or stop on any cluster.'}
    </Notice>
  )
}

function Effect({ effect, items }: { effect: ImpactItem['effect']; items: readonly ImpactItem[] }) {
  if (items.length === 0) return null
  const { word } = EFFECTS[effect]
  return (
    <section aria-label={word}>
      <h3 className="sticky top-9 border-b bg-surface px-4 py-1.5 text-xs font-medium text-muted">
        {word} {items.length}
      </h3>
      <ul className="divide-y border-b">
        {items.map((item) => (
          <ImpactItemRow
            key={`${item.namespace}/${item.application}/${item.cluster}`}
            item={item}
          />
        ))}
      </ul>
    </section>
  )
}

function KeptByOthers({ computed }: { computed: Computed }) {
  const count = computed.impact.keptByOthers
  const stay = `${counted(count, 'placement')} ${count === 1 ? 'stays' : 'stay'}`
  return (
    <Disclosure label={`${stay}, because other policies keep ${count === 1 ? 'it' : 'them'}`}>
      <ImpactPairs key={computed.impact.digest} computed={computed} pairs={{ effect: 'kept' }} />
    </Disclosure>
  )
}
