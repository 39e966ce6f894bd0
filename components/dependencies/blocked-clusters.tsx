import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import type { BlockedClustersJson } from '#lib/domain/objects/blocked-by.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { BlockedBy } from './blocked-by.tsx'

type Ref = { readonly namespace: string; readonly name: string }
type Group = BlockedClustersJson['groups'][number]

const TITLE = 'Where it waits for others'

/** The clusters where an application waits for others, by what it waits for; nothing where it waits nowhere. */
export function BlockedClustersCard({
  application,
  blocked,
}: {
  application: Ref
  blocked: BlockedClustersJson
}) {
  const { clusters, looked_at: lookedAt, groups } = blocked
  if (clusters === 0) return null
  const waiting = groups.reduce((sum, group) => sum + group.clusters, 0)
  return (
    <Card flush title={TITLE} note={noteOf(clusters, lookedAt)}>
      <ul aria-label={TITLE} className="divide-y">
        {groups.map((group) => (
          <li
            key={group.by.map(({ text }) => text).join(' ')}
            className="grid gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[10rem_minmax(0,1fr)]"
          >
            <Clusters application={application} group={group} />
            <BlockedBy
              by={group.by}
              label={`What ${counted(group.clusters, 'cluster')} wait for`}
            />
          </li>
        ))}
        {waiting < lookedAt && (
          <li className="px-4 py-3 text-muted">
            On {counted(lookedAt - waiting, 'cluster')} all that it needs is there.
          </li>
        )}
      </ul>
    </Card>
  )
}

/** How many, and one of them: what is said of the group is so there. */
function Clusters({ application: { namespace, name }, group }: { application: Ref; group: Group }) {
  const [first] = group.by
  return (
    <p className="min-w-0">
      <span className="block font-medium tabular-nums">{counted(group.clusters, 'cluster')}</span>
      {first !== undefined && (
        <span className="text-xs wrap-anywhere text-muted">
          {group.clusters > 1 && 'such as '}
          <TextLink href={pagePaths.placement(namespace, name, first.cluster)}>
            {first.cluster}
          </TextLink>
        </span>
      )}
    </p>
  )
}

function noteOf(clusters: number, lookedAt: number): string {
  const all = counted(clusters, 'cluster')
  return lookedAt < clusters ? `the first ${lookedAt} of ${all}` : all
}
