import { Rocket } from 'lucide-react'
import type { Column } from '#components/list/column-table.tsx'
import { ColumnTable } from '#components/list/column-table.tsx'
import { RolloutBadge } from '#components/rollouts/rollout-badges.tsx'
import { versionWords } from '#components/rollouts/version-words.ts'
import { Card } from '#components/ui/card.tsx'
import { CommitChip } from '#components/ui/commit-chip.tsx'
import { GuardedLink } from '#components/ui/guarded.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { read } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import type { ApplicationEnvironments } from '#lib/schemas/delivered.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { applicationEnvironmentsUseCase } from '#lib/usecases/environments/of-application.ts'

type Ref = { readonly namespace: string; readonly name: string }
type Item = ApplicationEnvironments['items'][number]

/** The road of a version: the environments in their order, what each has, and what is on its way; nothing without versions. */
export async function EnvironmentsCard({ application: ref }: { application: Ref }) {
  const { follow, items } = await read(applicationEnvironmentsUseCase, { ref })
  if (follow === 'branch') return null
  const refusal = await whyNotWrite({ kind: 'rollout', team: ref.namespace })
  return (
    <Card
      flush
      title="Environments"
      note="each after those that come before it"
      actions={
        <GuardedLink refusal={refusal} icon={Rocket} href={newPathOf(ref)} look="primary">
          Roll out
        </GuardedLink>
      }
    >
      <ColumnTable
        label="Environments"
        columns={columnsOf(ref, refusal === null)}
        items={items}
        keyOf={({ environment }) => environment}
      />
    </Card>
  )
}

function newPathOf({ namespace, name }: Ref, environment: string | null = null): string {
  return withQuery(pagePaths.newRollout, { namespace, application: name, environment })
}

function columnsOf(ref: Ref, mayRollOut: boolean): readonly Column<Item>[] {
  const { namespace, name: application } = ref
  const placements = (item: Item, query: Readonly<Record<string, string>> = {}) =>
    withQuery(pagePaths.placements, {
      namespace,
      application,
      clusterSelector: `environment=${item.environment}`,
      ...query,
    })
  return [
    {
      heading: 'Environment',
      cell: ({ environment }) => (
        <span className="font-medium">{environment === '' ? 'none' : environment}</span>
      ),
    },
    { heading: 'Has', cell: ({ base }) => <Has part={base} /> },
    {
      heading: 'Clusters',
      from: 'sm',
      cell: (item) => (
        <>
          <TextLink href={placements(item)}>{item.clusters.toLocaleString('en')}</TextLink>
          {item.unreleased > 0 && (
            <span className="block text-xs whitespace-nowrap text-muted">
              {item.unreleased.toLocaleString('en')} waiting
            </span>
          )}
        </>
      ),
    },
    {
      heading: 'Ahead',
      from: 'md',
      cell: ({ ahead }) =>
        ahead.length === 0 ? (
          <span className="text-muted">none</span>
        ) : (
          <ul>
            {ahead.map(({ version, revision, clusters }) => (
              <li key={revision}>
                {versionWords(version)} on {counted(clusters, 'cluster')}
              </li>
            ))}
          </ul>
        ),
    },
    {
      heading: 'On its way',
      cell: ({ rollout, environment }) => {
        if (rollout !== null) return <OnItsWay rollout={rollout} />
        if (!mayRollOut || environment === '') return <span className="text-muted">nothing</span>
        return <TextLink href={newPathOf(ref, environment)}>Roll out…</TextLink>
      },
    },
  ]
}

function Has({ part }: { part: Item['base'] }) {
  if (part === null) return <span className="text-muted">nothing yet</span>
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {versionWords(part.version)}
      {part.version !== null && <CommitChip commit={part.revision} />}
    </span>
  )
}

function OnItsWay({ rollout }: { rollout: NonNullable<Item['rollout']> }) {
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <TextLink href={pagePaths.rollout(rollout.id)}>{versionWords(rollout.version)}</TextLink>
      <RolloutBadge state={rollout.state} />
    </span>
  )
}
