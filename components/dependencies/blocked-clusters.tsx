import { Card } from '#components/ui/card.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import type { BlockedClustersJson } from '#lib/domain/objects/blocked-by.ts'
import { BlockedBy } from './blocked-by.tsx'

/** The clusters where an application waits for others, by what it waits for; nothing where it waits nowhere. */
export function BlockedClustersCard({
  title,
  blocked,
}: {
  title: string
  blocked: BlockedClustersJson
}) {
  const { clusters, looked_at: lookedAt, groups } = blocked
  if (clusters === 0) return null
  const waiting = groups.reduce((sum, group) => sum + group.clusters, 0)
  return (
    <Card flush title={title} note={noteOf(clusters, lookedAt)}>
      <ul aria-label={title} className="divide-y">
        {groups.map((group) => (
          <li
            key={group.by.map(({ text }) => text).join(' ')}
            className="grid gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[8rem_minmax(0,1fr)]"
          >
            <p className="font-medium tabular-nums">{counted(group.clusters, 'cluster')}</p>
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

function noteOf(clusters: number, lookedAt: number): string {
  const all = counted(clusters, 'cluster')
  return lookedAt < clusters ? `the first ${lookedAt} of ${all}` : all
}
