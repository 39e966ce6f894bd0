import { ColumnTable } from '#components/list/column-table.tsx'
import { totalText } from '#components/list/total-text.ts'
import { policyColumns } from '#components/objects/policy-table.tsx'
import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { read } from '#lib/http/portal/page.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { scheduledUseCase } from '#lib/usecases/decisions/scheduled.ts'

/** The policies for which a scheduler decides. */
export async function ScheduledCard({ scheduler }: { scheduler: string }) {
  const { items, ...total } = await read(scheduledUseCase, { ref: { name: scheduler } })
  return (
    <Card flush title="Policies" note={items.length > 0 && totalText(total)}>
      {items.length === 0 ? (
        <p className="p-4 text-muted">
          No policy that you may see names it. It decides where a{' '}
          <TextLink href={pagePaths.policies}>policy</TextLink> has it as its scheduler.
        </p>
      ) : (
        <ColumnTable
          label="Policies"
          columns={policyColumns(null).filter(({ name }) => name !== 'scheduler')}
          items={items}
          keyOf={({ name }) => name}
        />
      )}
    </Card>
  )
}
