'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { ask } from '#components/api.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Input } from '#components/ui/input.tsx'
import { useSettled } from '#components/use-settled.ts'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import type { labelValuesSchema } from '#lib/schemas/label-values.ts'
import { apiRoot, withQuery } from '#lib/schemas/paths.ts'
import { DisclosureRow } from './disclosure.tsx'
import { EFFECTS } from './impact-item.tsx'
import { type Level, levelsFor } from './impact-levels.ts'
import { ImpactPairs } from './impact-pairs.tsx'
import { fetchImpact, type PairsWanted, requestKey } from './impact-request.ts'
import { Pager } from './pager.tsx'
import { Reading } from './reading.tsx'
import { ROWS } from './rows.ts'
import type { Computed } from './use-impact.ts'

type Group = NonNullable<ImpactAnswer['groups']>[number]

/** Many pairs in groups that open, and a search among them. */
export function ImpactGroups({ computed }: { computed: Computed }) {
  const [typed, setTyped] = useState('')
  const { value: q } = useSettled(typed.trim(), typed.trim())
  const keys = useClusterKeys()
  return (
    <>
      <div className="border-b p-2">
        <Input
          type="search"
          aria-label="Search the preview"
          placeholder="Application or cluster"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      {keys.data ? (
        <GroupList
          computed={computed}
          pairs={q === '' ? {} : { q }}
          levels={levelsFor(keys.data)}
        />
      ) : (
        <Reading query={keys} />
      )}
    </>
  )
}

type ListProps = {
  readonly computed: Computed
  readonly pairs: PairsWanted
  readonly levels: readonly Level[]
  readonly depth?: number
}

/** One of the groups is open at most. */
function GroupList({ computed, pairs, levels, depth = 0 }: ListProps) {
  const [level, ...inner] = levels
  const query = useGroups(computed, pairs, level!)
  const [opened, setOpened] = useState<Group['key'] | undefined>(undefined)
  const [first, setFirst] = useState(0)
  if (!query.data) return <Reading query={query} />
  const { groups = [], groupsTotal = 0 } = query.data
  if (groups.length === 0) {
    return <p className="px-4 py-3 text-xs text-muted">Nothing that moves is called so.</p>
  }
  const start = first < groups.length ? first : 0
  // The only group is open until somebody closes it.
  const isOpen = ({ key }: Group) => (groups.length === 1) !== (opened === key)
  return (
    <div className={classNames(query.isPlaceholderData && 'opacity-50')}>
      <ul className="divide-y border-b">
        {groups.slice(start, start + ROWS).map((group) => (
          <GroupRow
            key={JSON.stringify(group.key)}
            group={group}
            none={level!.none}
            depth={depth}
            isOpen={isOpen(group)}
            onToggle={() => setOpened(opened === group.key ? undefined : group.key)}
          >
            <Inside
              computed={computed}
              pairs={level!.within(pairs, group.key)}
              levels={inner}
              depth={depth + 1}
            />
          </GroupRow>
        ))}
      </ul>
      <Pager
        first={start}
        count={Math.min(ROWS, groups.length - start)}
        total={groups.length}
        onPrevious={() => setFirst(start - ROWS)}
        onNext={() => setFirst(start + ROWS)}
      />
      {groupsTotal > groups.length && (
        <p className="px-4 py-2 text-xs text-muted">
          {(groupsTotal - groups.length).toLocaleString('en')} more groups: search for what you
          miss.
        </p>
      )}
    </div>
  )
}

function Inside(props: ListProps) {
  const { computed, pairs, levels } = props
  return levels.length > 0 ? (
    <GroupList {...props} />
  ) : (
    <ImpactPairs key={computed.impact.digest} computed={computed} pairs={pairs} />
  )
}

function GroupRow({
  group,
  none,
  depth,
  isOpen,
  onToggle,
  children,
}: {
  group: Group
  none: string
  depth: number
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}) {
  return (
    <li>
      <DisclosureRow
        isOpen={isOpen}
        onToggle={onToggle}
        below={children}
        className={depth > 0 ? 'pl-8' : 'font-medium'}
      >
        <span className="min-w-0 flex-1 truncate">{group.key ?? none}</span>
        <Counts group={group} />
      </DisclosureRow>
    </li>
  )
}

function Counts({ group }: { group: Group }) {
  return (['removed', 'added', 'changed'] as const).map((effect) => {
    const { word, sign, look } = EFFECTS[effect]
    if (group[effect] === 0) return null
    const count = group[effect].toLocaleString('en')
    return (
      <span
        key={effect}
        className={classNames('rounded px-1.5 text-xs font-medium tabular-nums', look)}
      >
        <span aria-hidden>
          {sign}
          {count}
        </span>
        <span className="sr-only">
          {count} {word.toLowerCase()}
        </span>
      </span>
    )
  })
}

function useGroups({ request, impact }: Computed, pairs: PairsWanted, { by }: Level) {
  return useQuery({
    // Includes the digest, because the same edit has another effect once the fleet has changed.
    queryKey: ['impact-groups', requestKey(request), impact.digest, pairs, by],
    queryFn: async ({ signal }) =>
      fetchImpact(request, { token: null, limit: 1, pairs, by }, signal),
    placeholderData: keepPreviousData,
  })
}

/** The keys of the clusters' labels, the most used first. */
function useClusterKeys() {
  return useQuery({
    queryKey: ['cluster-keys'],
    queryFn: async ({ signal }) => {
      const path = withQuery(`${apiRoot}/label-values`, { kind: 'cluster', limit: 1000 })
      const { answer } = await ask<z.output<typeof labelValuesSchema>>(path, { signal })
      return answer.items.map(({ text }) => text)
    },
    staleTime: 60_000,
  })
}
