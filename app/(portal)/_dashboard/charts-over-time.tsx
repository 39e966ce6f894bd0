import { ChartPatterns } from '#components/charts/patterns.tsx'
import { CHARTS } from '#components/dashboard/charts.ts'
import { SeriesCard } from '#components/dashboard/series-card.tsx'
import { Toolbar } from '#components/dashboard/toolbar.tsx'
import type { View } from '#components/dashboard/view.ts'

/** All charts, of one time. */
export function ChartsOverTime({ view, labels }: { view: View; labels: readonly string[] }) {
  return (
    <section aria-labelledby="over-time">
      <ChartPatterns />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="over-time" className="text-base font-semibold">
          Over time
        </h2>
        <Toolbar view={view} labels={labels} />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        {CHARTS.map((spec) => (
          <SeriesCard key={spec.metric} spec={spec} view={view} />
        ))}
      </div>
    </section>
  )
}
