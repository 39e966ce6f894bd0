import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { countedTotal } from '#components/list/total-text.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { TargetPolicy } from '#lib/domain/objects/objects.ts'
import { read } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { type Chosen, type ChosenClusters, chosenUseCase } from '#lib/usecases/decisions/chosen.ts'
import { AskingCard } from './asking-card.tsx'

/** On how many clusters each application is by a policy that places only on chosen ones, and what came of asking who chooses. */
export async function ChosenCards({ policy }: { policy: TargetPolicy }) {
  const { applications, asking } = await read(chosenUseCase, { ref: { name: policy.name } })
  return (
    <>
      {asking && policy.scheduler !== null && (
        <AskingCard
          asking={asking}
          policy={policy.name}
          scheduler={policy.scheduler}
          refusal={await whyNotWrite({
            kind: 'decision',
            team: policy.team,
            scheduler: policy.scheduler,
          })}
        />
      )}
      <ChosenCard policy={policy} applications={applications} />
    </>
  )
}

function ChosenCard({
  policy,
  applications: { items, ...total },
}: { policy: TargetPolicy } & Pick<Chosen, 'applications'>) {
  return (
    <Card
      flush
      title="What is chosen"
      note={items.length > 0 && `of ${countedTotal(total, 'application')}`}
    >
      {items.length === 0 ? (
        <p className="p-4 text-muted">It selects no application that you may see.</p>
      ) : (
        <ColumnTable
          label="What is chosen"
          columns={chosenColumns(policy)}
          items={items}
          keyOf={({ namespace, application }) => `${namespace}/${application}`}
        />
      )}
      {items.length < total.total && (
        <p className="border-t px-4 py-2 text-muted">
          These are the first {items.length.toLocaleString('en')} by name.
        </p>
      )}
    </Card>
  )
}

function chosenColumns(policy: TargetPolicy): readonly Column<ChosenClusters>[] {
  return [
    {
      heading: 'Application',
      cell: ({ namespace, application }) => (
        <TextLink strong href={pagePaths.application(namespace, application)}>
          {`${namespace}/${application}`}
        </TextLink>
      ),
    },
    { heading: 'Clusters', cell: (each) => <Clusters of={each} policy={policy} /> },
  ]
}

function Clusters({
  of: { namespace, application, chosen, candidates },
  policy: { name, scheduler },
}: {
  of: ChosenClusters
  policy: TargetPolicy
}) {
  if (candidates === 0) return <span className="text-muted">None may be chosen</span>
  const among = candidates.toLocaleString('en')
  if (chosen === null) {
    return (
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone="warn">Not decided yet</Badge>
        <span className="text-muted">
          {scheduler === null ? `${among} may be chosen` : `${scheduler} may choose among ${among}`}
        </span>
      </span>
    )
  }
  const placements = { policy: name, namespace, application }
  return (
    <TextLink href={withQuery(pagePaths.placements, placements)}>
      {chosen.toLocaleString('en')} of {among}
    </TextLink>
  )
}
