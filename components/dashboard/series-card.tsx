'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartColumn, Table2 } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { ApiProblem, ask } from '#components/api.ts'
import { countedFrom, type SeriesAnswer } from '#components/charts/series.ts'
import { instantText } from '#components/charts/time-axis.ts'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { ChartSpec } from './charts.ts'
import { type Panels, panelsOf } from './panels.ts'
import { SeriesPanels } from './series-panels.tsx'
import { useSeen } from './use-seen.ts'
import { seriesPath, type View } from './view.ts'

/** What is counted by the hour needn't be asked for sooner. */
const EVERY_MS = 5 * 60_000

const STEP_WORDS: Readonly<Record<string, string>> = {
  '1h': 'by the hour',
  '3h': 'by 3 hours',
  '6h': 'by 6 hours',
  '12h': 'by 12 hours',
  '1d': 'by the day',
  '1w': 'by the week',
}

/** A metric over time: as charts, or as tables. It is asked for when it comes into sight. */
export function SeriesCard({ spec, view }: { spec: ChartSpec; view: View }) {
  const { title, about, isWide } = spec
  const section = useRef<HTMLElement>(null)
  const [isTable, setIsTable] = useState(false)
  const { data, error, isPlaceholderData, refetch } = useSeries(spec, view, useSeen(section))
  const panels = useMemo(() => data && panelsOf(spec, view.by, data), [data, spec, view.by])
  const toggle = () => setIsTable(!isTable)
  const press = (event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key.toLowerCase() === 't' && isPlain && data) toggle()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key for the button that it also has
    <section
      ref={section}
      aria-label={title}
      aria-busy={!data && !error}
      onKeyDown={press}
      className={classNames('min-w-0 rounded-lg border bg-surface', isWide && 'lg:col-[1/-1]')}
    >
      <header className="flex min-h-11 items-start gap-3 px-4 pt-3 pb-1">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h3 className="text-sm font-semibold">{title}</h3>
          {data && panels && <p className="text-xs text-muted">{noteOf(panels, data)}</p>}
        </div>
        {data && <TableButton title={title} isTable={isTable} onClick={toggle} />}
      </header>
      <div
        className={classNames('px-4 pb-3 transition-opacity', isPlaceholderData && 'opacity-50')}
      >
        {panels ? (
          <SeriesPanels spec={spec} view={view} panels={panels} isTable={isTable} />
        ) : (
          <div className="flex h-50 flex-col items-center justify-center text-center text-muted">
            {error ? <NoSeries error={error} onRetry={() => void refetch()} /> : <p>{about}</p>}
          </div>
        )}
      </div>
    </section>
  )
}

function useSeries(spec: ChartSpec, view: View, isSeen: boolean) {
  const { metric } = spec
  return useQuery({
    queryKey: ['series', metric, view],
    queryFn: async ({ signal }) => {
      const { answer } = await ask<SeriesAnswer>(seriesPath(view, metric, new Date()), { signal })
      return answer
    },
    enabled: isSeen,
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  })
}

function NoSeries({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <>
      <p>{error instanceof ApiProblem ? error.message : 'This could not be drawn.'}</p>
      <Button className="mt-2" onClick={onRetry}>
        Try again
      </Button>
    </>
  )
}

function TableButton({
  title,
  isTable,
  onClick,
}: {
  title: string
  isTable: boolean
  onClick: () => void
}) {
  const Icon = isTable ? ChartColumn : Table2
  return (
    <Button
      look="quiet"
      className="-mt-1.5 -mr-2 ml-auto px-2"
      aria-pressed={isTable}
      onClick={onClick}
    >
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{title} as a table</span>
    </Button>
  )
}

/** How it is counted, and since when, if that isn't as long as the range. */
function noteOf({ panels, leftOut }: Panels, { step, tz }: SeriesAnswer): string {
  const charts = panels.map(({ chart }) => chart)
  const [first] = charts
    .map((chart) => countedFrom(chart))
    .filter((index) => index !== null)
    .toSorted((a, b) => a - b)
  const since = first === undefined || first === 0 ? undefined : charts[0]?.times[first]
  return [
    STEP_WORDS[step] ?? `by ${step}`,
    ...(since === undefined ? [] : [`counted since ${instantText(since, tz)}`]),
    ...(leftOut > 0 ? [`${leftOut} smaller groups aren’t shown`] : []),
  ].join(' · ')
}
