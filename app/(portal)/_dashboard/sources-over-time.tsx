import { CHARTS } from '#components/dashboard/charts.ts'
import { takesOverlays } from '#components/dashboard/overlays.ts'
import type { View } from '#components/dashboard/view.ts'
import { SourceCard } from '#components/metric-sources/source-card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { objectPath } from '#lib/schemas/paths.ts'
import type { ShownSource } from '#lib/usecases/dashboard/sources.ts'

/** What the tenant's sources of metrics say of the same time, without what lies over Berth's own charts. */
export function SourcesOverTime({
  view,
  sources,
}: {
  view: View
  sources: readonly ShownSource[]
}) {
  const isOver = (metric: string) =>
    CHARTS.some((chart) => chart.metric === metric && takesOverlays(chart, view))
  return sources
    .map(({ name, metrics }) => ({ name, metrics: metrics.filter((metric) => !isOver(metric)) }))
    .filter(({ metrics }) => metrics.length > 0)
    .map(({ name, metrics }) => (
      <section key={name} aria-label={`From ${name}`}>
        <h2 className="mb-3 text-base font-semibold">
          From{' '}
          <TextLink href={objectPath({ kind: 'metric-source', team: null, name })}>{name}</TextLink>
        </h2>
        <div className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3">
          {metrics.map((metric) => (
            <SourceCard
              key={metric}
              source={name}
              metric={metric}
              title={CHARTS.find((chart) => chart.metric === metric)?.title ?? metric}
              view={view}
            />
          ))}
        </div>
      </section>
    ))
}
