import { ChartPatterns } from '#components/charts/patterns.tsx'
import { CHARTS, type ChartSpec } from '#components/dashboard/charts.ts'
import { takesOverlays } from '#components/dashboard/overlays.ts'
import { SeriesCard } from '#components/dashboard/series-card.tsx'
import { Toolbar } from '#components/dashboard/toolbar.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { View } from '#components/dashboard/view.ts'
import type { ShownSource } from '#lib/usecases/dashboard/sources.ts'

/** Beside each other, below the first, which fills its row. */
const TWO = 'lg:grid-cols-2'
const THREE = 'lg:grid-cols-2 xl:grid-cols-3'

const NONE: readonly string[] = []

/** All charts, of one time. */
export function ChartsOverTime({
  view,
  labels,
  sources,
}: {
  view: View
  labels: readonly string[]
  /** What they say of a metric of Berth's is laid over its chart. */
  sources: readonly ShownSource[]
}) {
  return (
    <section aria-labelledby="over-time">
      <ChartPatterns />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="over-time" className="text-base font-semibold">
          Over time
        </h2>
        <Toolbar view={view} labels={labels} />
      </div>
      <div className={classNames('grid gap-4', view.by === null ? THREE : TWO)}>
        {CHARTS.map((spec) => (
          <SeriesCard
            key={spec.metric}
            spec={spec}
            view={view}
            sources={takesOverlays(spec, view) ? namesOf(sources, spec) : NONE}
          />
        ))}
      </div>
    </section>
  )
}

function namesOf(sources: readonly ShownSource[], { metric }: ChartSpec): readonly string[] {
  return sources.filter(({ metrics }) => metrics.includes(metric)).map(({ name }) => name)
}
