'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { ask } from '#components/api.ts'
import { ChartTable } from '#components/charts/chart-table.tsx'
import { Legend } from '#components/charts/legend.tsx'
import { lastOf } from '#components/charts/series.ts'
import { instantText } from '#components/charts/time-axis.ts'
import { figureText } from '#components/charts/value-text.ts'
import { ChartCard } from '#components/dashboard/chart-card.tsx'
import { useSeen } from '#components/dashboard/use-seen.ts'
import { sourceSeriesPath, type View } from '#components/dashboard/view.ts'
import { chartOf, type SourceAnswer } from './source-answer.ts'

const Plot = lazy(async () => {
  const { Plot } = await import('#components/charts/plot.tsx')
  return { default: Plot }
})

const EVERY_MS = 60_000
const HEIGHT = 160

const nothing = () => undefined

/** What a source says of a metric over the time of the page; asked for when it comes into sight. */
export function SourceCard({
  source,
  metric,
  title,
  view,
}: {
  source: string
  metric: string
  title: string
  view: View
}) {
  const section = useRef<HTMLElement>(null)
  const isSeen = useSeen(section)
  const { data, error } = useQuery({
    queryKey: ['source', source, metric, view],
    queryFn: async ({ signal }) => {
      const path = sourceSeriesPath(view, source, metric, new Date())
      return (await ask<SourceAnswer>(path, { signal })).answer
    },
    enabled: isSeen,
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  })
  const failure = error?.message ?? data?.failure ?? null
  const label = `${title}, from ${source}`
  const isKnown = data !== undefined && data.series.length > 0
  return (
    <ChartCard
      section={section}
      title={title}
      label={label}
      isBusy={!data && !error}
      hasTable={isKnown}
      notes={
        data && data.as_of !== null && <p className="text-xs text-muted">{noteOf(data, view)}</p>
      }
    >
      {(isTable) => (
        <div className="px-4 pb-3">
          {failure !== null && <p className="pb-2 text-xs text-warn">{failure}</p>}
          {isKnown ? (
            <Drawn answer={data} label={label} zone={view.zone} isTable={isTable} />
          ) : (
            <div className="flex h-40 items-center justify-center text-center text-muted">
              {data && failure === null && 'The source knows nothing of this time.'}
            </div>
          )}
        </div>
      )}
    </ChartCard>
  )
}

function noteOf({ as_of: asOf, left_out: leftOut }: SourceAnswer, { zone }: View): string {
  const left = leftOut > 0 ? ` · ${leftOut} smaller lines aren’t shown` : ''
  return `as of ${instantText(asOf!, zone)}${left}`
}

function Drawn({
  answer,
  label,
  zone,
  isTable,
}: {
  answer: SourceAnswer
  label: string
  zone: string
  isTable: boolean
}) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const chart = useMemo(() => chartOf(answer, zone), [answer, zone])
  const shown = { ...chart, lines: chart.lines.filter(({ id }) => !hidden.has(id)) }
  const toggle = (id: string) => {
    const others = new Set(hidden)
    if (!others.delete(id)) others.add(id)
    setHidden(others)
  }
  if (isTable) return <ChartTable label={label} chart={chart} />
  return (
    <>
      <Suspense fallback={<div style={{ height: HEIGHT }} />}>
        <Plot label={label} chart={shown} height={HEIGHT} onOpen={nothing} onChange={nothing} />
      </Suspense>
      <Legend
        kind="lines"
        lines={chart.lines}
        hidden={hidden}
        onToggle={toggle}
        figureOf={({ values }) => figureText(lastOf(values), chart.unit)}
      />
    </>
  )
}
