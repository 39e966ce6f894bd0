import { alertColumns } from '#components/alerts/alert-columns.tsx'
import { ColumnTable } from '#components/list/column-table.tsx'
import { totalText } from '#components/list/total-text.ts'
import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { read } from '#lib/http/portal/page.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { listAlertsUseCase } from '#lib/usecases/alerts/list.ts'

const SHOWN = 5

/** What a rule found lately. */
export async function AlertsCard({ rule, team }: { rule: string; team: string | null }) {
  const filter = { phase: null, rule, namespace: team }
  const alerts = await read(listAlertsUseCase, { filter, after: null, limit: SHOWN })
  return (
    <Card
      flush
      title="Alerts"
      note={alerts.total > 0 && totalText(alerts)}
      actions={
        alerts.total > 0 && (
          <TextLink href={withQuery(pagePaths.alerts, { rule })}>Open as a list</TextLink>
        )
      }
    >
      {alerts.items.length === 0 ? (
        <p className="p-4 text-muted">It hasn’t fired yet.</p>
      ) : (
        <ColumnTable
          label="Alerts"
          columns={alertColumns.ofOne}
          items={alerts.items}
          keyOf={({ id }) => id}
        />
      )}
    </Card>
  )
}
