import { CHARTS } from '#components/dashboard/charts.ts'
import type { View } from '#components/dashboard/view.ts'
import { SourceCard } from '#components/metric-sources/source-card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { read } from '#lib/http/portal/page.ts'
import { objectPath } from '#lib/schemas/paths.ts'
import { readSourcesUseCase } from '#lib/usecases/dashboard/sources.ts'

/** What the tenant's sources of metrics say of the same time; nothing where there are none. */
export async function SourcesOverTime({ view }: { view: View }) {
  const sources = await read(readSourcesUseCase, null)
  return sources.map(({ name, metrics }) => (
    <section key={name} aria-label={`From ${name}`}>
      <h3 className="mb-3 text-base font-semibold">
        From{' '}
        <TextLink href={objectPath({ kind: 'metric-source', team: null, name })}>{name}</TextLink>
      </h3>
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
