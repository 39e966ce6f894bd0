'use client'

import { useQuery } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { FromText, ValueText } from '#components/configuration/told-words.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Select } from '#components/ui/input.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import type { ProvenanceJson, ToldLeafJson } from '#lib/schemas/told.ts'
import { fetchImpact } from './impact-request.ts'
import type { ImpactItem } from './impact-item.tsx'
import type { Computed } from './use-impact.ts'

/** This many pairs can be chosen from. */
const PAIRS_MAX = 100

/** Which applications are told something else, and what one pair is told before and after. */
export function ToldValues({ computed: { request, impact } }: { computed: Computed }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { data: pairs } = useQuery({
    queryKey: ['told-pairs', impact.digest],
    queryFn: async ({ signal }) => {
      const wanted = { token: null, limit: PAIRS_MAX, pairs: { effect: 'changed' as const } }
      return retoldPairs(impact, (await fetchImpact(request, wanted, signal)).items)
    },
  })
  const pair = chosen !== null && pairs?.includes(chosen) ? chosen : (pairs?.[0] ?? null)
  return (
    <div className="space-y-3 p-4">
      <Applications impact={impact} />
      {pair !== null && (
        <>
          <label className="block">
            <span className="mb-1 block text-xs font-medium">What one of them is told</span>
            <Select value={pair} onChange={({ target }) => setChosen(target.value)}>
              {pairs?.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
          </label>
          <ToldPair computed={{ request, impact }} pair={pair} />
        </>
      )}
    </div>
  )
}

/** Those of the changed pairs of applications that are told something else. */
function retoldPairs({ configs = [] }: ImpactAnswer, items: readonly ImpactItem[]): string[] {
  const retold = new Set(configs.map(({ namespace, application }) => `${namespace}/${application}`))
  return items
    .filter(({ namespace, application }) => retold.has(`${namespace}/${application}`))
    .map(({ namespace, application, cluster }) => `${namespace}/${application}/${cluster}`)
}

const APPLICATIONS_SHOWN = 5

function Applications({ impact: { configs = [], configsTotal = 0 } }: { impact: ImpactAnswer }) {
  const shown = configs.slice(0, APPLICATIONS_SHOWN)
  const more = configsTotal - shown.length
  return (
    <div className="text-xs">
      <p className="text-muted">Told something else where they stay:</p>
      <ul className="mt-1 space-y-0.5">
        {shown.map(({ namespace, application, classes, clusters }) => (
          <li key={`${namespace}/${application}`}>
            <span className="font-medium wrap-anywhere">{`${namespace}/${application}`}</span>{' '}
            <span className="text-muted">
              on {counted(clusters, 'cluster')}
              {classes > 1 && `, in ${classes.toLocaleString('en')} versions`}
            </span>
          </li>
        ))}
        {more > 0 && <li className="text-muted">and {more.toLocaleString('en')} more</li>}
      </ul>
    </div>
  )
}

function ToldPair({ computed: { request, impact }, pair }: { computed: Computed; pair: string }) {
  const { data: told, isError } = useQuery({
    queryKey: ['told', impact.digest, pair],
    queryFn: async ({ signal }) => {
      const answer = await fetchImpact(request, { token: null, limit: 1, pair }, signal)
      return answer.told ?? null
    },
  })
  if (isError) return <p className="text-xs text-muted">What it is told could not be read.</p>
  if (!told)
    return <LoaderCircle aria-label="Reading…" className="size-4 animate-spin text-muted" />
  const rows = rowsOf(told.before, told.after)
  if (rows.length === 0) return <p className="text-xs text-muted">It is told nothing.</p>
  return (
    <ul aria-label={`Values of ${pair}`} className="divide-y rounded-md border">
      {rows.map((row) => (
        <ValueRow key={row.pointer} row={row} />
      ))}
    </ul>
  )
}

type ValueChange = {
  readonly pointer: string
  readonly before: ToldLeafJson | null
  readonly after: ToldLeafJson | null
}

/** By pointer, what is told before and after. */
function rowsOf(before: ProvenanceJson | null, after: ProvenanceJson | null): ValueChange[] {
  const [was, is] = [before, after].map(
    (told) => new Map(told?.leaves.map((leaf) => [leaf.pointer, leaf])),
  )
  const pointers = [...new Set([...was!.keys(), ...is!.keys()])].sort()
  return pointers.map((pointer) => ({
    pointer,
    before: was!.get(pointer) ?? null,
    after: is!.get(pointer) ?? null,
  }))
}

function ValueRow({ row: { pointer, before, after } }: { row: ValueChange }) {
  const isSame = sameText(before, after)
  return (
    <li className={isSame ? 'px-3 py-2 text-muted' : 'bg-warn-soft/40 px-3 py-2'}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-mono text-xs wrap-anywhere">{pointer}</span>
        {!isSame && <Badge tone="warn">{wordOf(before, after)}</Badge>}
      </p>
      <p className="mt-0.5">
        {before !== null && !isSame && (
          <>
            <ValueText isGone value={before.value} />{' '}
          </>
        )}
        {after !== null && <ValueText value={after.value} />}
      </p>
      <p className="text-xs">
        <FromText from={(after ?? before)!.from} />
      </p>
    </li>
  )
}

function sameText(before: ToldLeafJson | null, after: ToldLeafJson | null): boolean {
  return JSON.stringify(before?.value) === JSON.stringify(after?.value)
}

function wordOf(before: ToldLeafJson | null, after: ToldLeafJson | null): string {
  if (before === null) return 'New'
  return after === null ? 'Gone' : 'Changed'
}
