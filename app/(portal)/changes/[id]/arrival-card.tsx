import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { type ComplianceAsked } from '#lib/http/portal/compliance-page.ts'
import { read } from '#lib/http/portal/page.ts'
import { countMoved } from '#lib/schemas/impact-summary.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import type { Change } from '#lib/usecases/changes/read.ts'
import { changeComplianceUseCase } from '#lib/usecases/observed/compliance.ts'
import { ComplianceCard } from '../../compliance-card.tsx'
import { historyOfGroup } from '../../group-list.ts'

/** Up to so many placements are looked at without waiting for a turn, and up to so many without being asked to. */
const FEW = 2_000
const MANY = 20_000

/** On how many clusters a change has arrived. */
export async function ArrivalCard({
  change: { id, impact },
  asked,
  isAsked,
}: {
  change: Change
  asked: ComplianceAsked
  /** Whether the address says how to group. */
  isAsked: boolean
}) {
  const moved = countMoved(impact)
  if (moved === 0) return null
  const path = pagePaths.change(id)
  if (moved > MANY && !isAsked) {
    return (
      <Card title="Where it has arrived">
        <TextLink href={withQuery(path, { by: 'cluster' })}>
          Count {counted(moved, 'placement')}
        </TextLink>
      </Card>
    )
  }
  const mayBeWide = moved > FEW
  const byCluster = await read(changeComplianceUseCase, {
    id,
    by: { by: 'cluster' },
    mayBeWide,
  })
  if (byCluster.total === 0) return null
  const grouped =
    asked.by.by === 'cluster'
      ? byCluster
      : await read(changeComplianceUseCase, { id, by: asked.by, mayBeWide })
  return (
    <ComplianceCard
      path={path}
      asked={asked}
      byCluster={byCluster}
      grouped={grouped}
      hrefOf={({ key }) => historyOfGroup(asked, id, key)}
    />
  )
}
