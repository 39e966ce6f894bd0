import { ExportMenu } from '#components/list/export-menu.tsx'
import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { read } from '#lib/http/portal/page.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
import { listBootstrapsUseCase } from '#lib/usecases/changes/bootstraps.ts'
import { listUpgradeClustersUseCase } from '#lib/usecases/upgrade/lists.ts'

const SHOWN_MAX = 60

/** The clusters where somebody must apply the bootstrap again once it is in Git. `change` null: because of the upgrade. */
export async function BootstrapsCard({ change, total }: { change: number | null; total: number }) {
  if (total === 0) return null
  const page = { after: null, limit: SHOWN_MAX }
  const { items } =
    change === null
      ? await read(listUpgradeClustersUseCase, { change, ...page })
      : await read(listBootstrapsUseCase, { change, ...page })
  const list = change === null ? apiPaths.upgradeClusters : apiPaths.changeBootstraps(change)
  const rest = total - items.length
  return (
    <Card
      title="Bootstraps to apply again"
      note={`on ${counted(total, 'cluster')}`}
      actions={<ExportMenu api={list} rows={total.toLocaleString('en')} />}
    >
      <p className="mb-3 text-muted">
        The bootstrap is applied by hand, so Git alone does not bring it to a cluster. Each
        cluster’s page has the commands in order, under Onboarding.
      </p>
      <ul className="grid gap-x-4 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
        {items.map(({ cluster }) => (
          <li key={cluster} className="min-w-0 break-words">
            <TextLink href={pagePaths.onboarding(cluster)}>{cluster}</TextLink>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="mt-2 text-muted">And {rest.toLocaleString('en')} more.</p>}
    </Card>
  )
}
