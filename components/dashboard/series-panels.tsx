'use client'

import { lazy, Suspense, useMemo, useState } from 'react'
import type { ChartLine, Opened } from '#components/charts/chart.ts'
import { ChartTable } from '#components/charts/chart-table.tsx'
import { Legend } from '#components/charts/legend.tsx'
import { countedFrom, lastOf, sumOf } from '#components/charts/series.ts'
import { type ChartUnit, figureText } from '#components/charts/value-text.ts'
import { useNavigate } from '#components/navigation/navigation.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { behind } from './behind.ts'
import type { ChartSpec } from './charts.ts'
import type { Panel, Panels } from './panels.ts'
import type { View } from './view.ts'

// The library that draws is as large as the rest of the page, and isn't needed before there is something to draw.
const Plot = lazy(async () => {
  const { Plot } = await import('#components/charts/plot.tsx')
  return { default: Plot }
})

const HEIGHT = 200
const HAPPENING: readonly ChartUnit[] = ['deployments', 'syncs', 'changes', 'requests']
const SMALL_HEIGHT = 160

/** The charts of a metric with one legend, or the tables of the same. */
export function SeriesPanels({
  spec,
  view,
  panels: { panels },
  isTable,
}: {
  spec: ChartSpec
  view: View
  panels: Panels
  isTable: boolean
}) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) => {
    const others = new Set(hidden)
    if (!others.delete(id)) others.add(id)
    setHidden(others)
  }
  if (panels.every(({ chart }) => countedFrom(chart) === null)) {
    return (
      <p className="flex h-50 flex-col items-center justify-center text-center text-muted">
        <span className="font-medium text-ink">Nothing is counted of this time.</span> {spec.about}
      </p>
    )
  }
  const isSmall = panels.length > 1
  return (
    <>
      <div className={isSmall ? 'grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3' : ''}>
        {panels.map((panel) => (
          <div key={panel.key} className="min-w-0">
            {panel.title !== null && <h4 className="text-xs font-medium">{panel.title}</h4>}
            {isTable ? (
              <ChartTable label={labelOf(spec, panel)} chart={panel.chart} />
            ) : (
              <ShownPlot
                spec={spec}
                view={view}
                panel={panel}
                hidden={hidden}
                height={isSmall ? SMALL_HEIGHT : HEIGHT}
              />
            )}
          </div>
        ))}
      </div>
      {!isTable && (
        <Legend
          kind={spec.kind}
          lines={linesOfAll(panels)}
          hidden={hidden}
          onToggle={toggle}
          figureOf={(line) => figureOf(panels, line)}
        />
      )}
    </>
  )
}

function labelOf({ title }: ChartSpec, panel: Panel): string {
  return panel.title === null ? title : `${title}, ${panel.title}`
}

function ShownPlot({
  spec,
  view,
  panel,
  hidden,
  height,
}: {
  spec: ChartSpec
  view: View
  panel: Panel
  hidden: ReadonlySet<string>
  height: number
}) {
  const navigate = useNavigate()
  const { chart, key } = panel
  const shown = useMemo(
    () => ({ ...chart, lines: chart.lines.filter(({ id }) => !hidden.has(id)) }),
    [chart, hidden],
  )
  const open = ({ index, line }: Opened) => {
    const t = chart.times[index]
    if (t === undefined) return
    const meant = chart.lines.find(({ id }) => id === line)
    const until = chart.times[index + 1] ?? new Date().toISOString()
    const point = { t, until, key: meant?.key ?? key, name: meant?.name ?? null }
    navigate(behind(spec.metric, view, point))
  }
  return (
    <Suspense fallback={<div style={{ height }} />}>
      <Plot
        label={labelOf(spec, panel)}
        chart={shown}
        height={height}
        onOpen={open}
        onChange={(change) => navigate(pagePaths.change(change))}
      />
    </Suspense>
  )
}

/** The lines of all charts, each once. */
function linesOfAll(panels: readonly Panel[]): readonly ChartLine[] {
  const all = panels.flatMap(({ chart }) => chart.lines)
  return [...new Map(all.map((line) => [line.id, line])).values()]
}

/** Of what happens how often it did, of what is how it is now. */
function figureOf(panels: readonly Panel[], { id }: ChartLine): string {
  const unit = panels[0]?.chart.unit ?? 'placements'
  const happens = HAPPENING.includes(unit)
  const figures = panels
    .flatMap(({ chart }) => chart.lines)
    .filter((line) => line.id === id)
    .map(({ values }) => (happens ? sumOf(values) : lastOf(values)))
  return figureText(sumOf(figures), unit)
}
