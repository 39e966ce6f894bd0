'use client'

import { keepPreviousData, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { ApiProblem, ask } from '#components/api.ts'
import { ownLines } from '#components/charts/chart.ts'
import { countedFrom, type SeriesAnswer } from '#components/charts/series.ts'
import { instantText } from '#components/charts/time-axis.ts'
import type { SourceAnswer } from '#components/metric-sources/source-answer.ts'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { ChartCard } from './chart-card.tsx'
import type { ChartSpec } from './charts.ts'
import { type LaidOver, overlayPath, withOverlays } from './overlays.ts'
import { panelsOf } from './panels.ts'
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

/** A metric over time, with what sources of metrics say of it laid over. It is asked for when it comes into sight. */
export function SeriesCard({
  spec,
  view,
  sources,
}: {
  spec: ChartSpec
  view: View
  /** Those that are asked for the same metric. */
  sources: readonly string[]
}) {
  const { title, about, isWide = false, metric } = spec
  const section = useRef<HTMLElement>(null)
  const { data, error, isPlaceholderData, refetch } = useSeries(spec, view, useSeen(section))
  const own = useMemo(() => data && panelsOf(spec, view.by, data), [data, spec, view.by])
  const { answers, failures } = useOverlays(spec, sources, isPlaceholderData ? undefined : data)
  const panels = useMemo(() => own && withOverlays(own, metric, answers), [own, metric, answers])
  return (
    <ChartCard
      section={section}
      title={title}
      isBusy={!data && !error}
      isWide={isWide}
      hasTable={data !== undefined}
      notes={
        <>
          {data && panels && <p className="text-xs text-muted">{noteOf(panels, data)}</p>}
          {failures.map((failure) => (
            <p key={failure} className="text-xs text-warn">
              {failure}
            </p>
          ))}
        </>
      }
    >
      {(isTable) => (
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
      )}
    </ChartCard>
  )
}

/** What sources say of the same steps, once Berth has said which these are. */
function useOverlays(spec: ChartSpec, sources: readonly string[], own: SeriesAnswer | undefined) {
  const { metric } = spec
  return useQueries({
    queries: sources.map((source) => ({
      queryKey: ['overlay', source, metric, own?.from, own?.to, own?.step, own?.tz],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { answer } = await ask<SourceAnswer>(overlayPath(source, metric, own!), { signal })
        return answer
      },
      enabled: own !== undefined,
    })),
    combine: told,
  })
}

function told(results: readonly UseQueryResult<SourceAnswer>[]) {
  return {
    answers: results.flatMap(({ data }) => data ?? []),
    failures: results.flatMap(({ data, error }) => {
      const failure = error?.message ?? data?.failure ?? null
      return failure === null ? [] : [data ? `From ${data.source}: ${failure}` : failure]
    }),
  }
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

/** How it is counted, and since when, if that isn't as long as the range. */
function noteOf({ panels, leftOut, linesLeftOut }: LaidOver, { step, tz }: SeriesAnswer): string {
  const charts = panels.map(({ chart }) => chart)
  const [first] = charts
    .map(({ times, lines }) => countedFrom({ times, lines: ownLines(lines) }))
    .filter((index) => index !== null)
    .toSorted((a, b) => a - b)
  const since = first === undefined || first === 0 ? undefined : charts[0]?.times[first]
  return [
    STEP_WORDS[step] ?? `by ${step}`,
    ...(since === undefined ? [] : [`counted since ${instantText(since, tz)}`]),
    ...(leftOut > 0 ? [`${leftOut} smaller groups aren’t shown`] : []),
    ...(linesLeftOut > 0 ? [`${linesLeftOut} lines from elsewhere aren’t shown`] : []),
  ].join(' · ')
}
