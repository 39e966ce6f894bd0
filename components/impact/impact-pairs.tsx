'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { ImpactItemRow } from './impact-item.tsx'
import { fetchImpact, type PairsWanted, requestKey } from './impact-request.ts'
import { Pager } from './pager.tsx'
import { Reading } from './reading.tsx'
import { ROWS } from './rows.ts'
import type { Computed } from './use-impact.ts'

/** Some of an impact's pairs with their reasons, a page at a time. */
export function ImpactPairs({ computed, pairs }: { computed: Computed; pairs: PairsWanted }) {
  const [tokens, setTokens] = useState<readonly (string | null)[]>([null])
  const query = usePairs(computed, pairs, tokens.at(-1) ?? null)
  if (!query.data) return <Reading query={query} />
  const { items, itemsTotal, continue: next } = query.data
  return (
    <div className={classNames(query.isPlaceholderData && 'opacity-50')}>
      <ul className="divide-y border-y">
        {items.map((item) => (
          <ImpactItemRow
            key={`${item.effect} ${item.namespace}/${item.application}/${item.cluster}`}
            item={item}
          />
        ))}
      </ul>
      <Pager
        first={(tokens.length - 1) * ROWS}
        count={items.length}
        total={itemsTotal}
        onPrevious={() => setTokens(tokens.slice(0, -1))}
        onNext={() => setTokens([...tokens, next])}
      />
    </div>
  )
}

function usePairs({ request, impact }: Computed, pairs: PairsWanted, token: string | null) {
  return useQuery({
    // Includes the digest, because the same edit has another effect once the fleet has changed.
    queryKey: ['impact-pairs', requestKey(request), impact.digest, pairs, token],
    queryFn: async ({ signal }) => fetchImpact(request, { token, limit: ROWS, pairs }, signal),
    placeholderData: keepPreviousData,
  })
}
