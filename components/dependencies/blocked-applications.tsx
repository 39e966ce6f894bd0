import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import type { BlockedApplicationsJson } from '#lib/domain/objects/blocked-by.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { BlockedBy } from './blocked-by.tsx'

/** The applications that wait on a cluster for others; nothing where none does. */
export function BlockedApplicationsCard({
  blocked: { applications, looked_at: lookedAt, items },
  cluster,
}: {
  blocked: BlockedApplicationsJson
  cluster: string
}) {
  if (items.length === 0) return null
  const title = 'Applications that wait for others'
  const count = counted(items.length, 'application')
  return (
    <Card
      flush
      title={title}
      note={lookedAt < applications ? `among the first ${lookedAt} of ${applications}` : count}
    >
      <ul aria-label={title} className="divide-y">
        {items.map(({ namespace, application, by }) => (
          <li
            key={`${namespace}/${application}`}
            className="grid gap-x-6 gap-y-1 px-4 py-3 md:grid-cols-[minmax(0,2fr)_minmax(0,5fr)]"
          >
            <p className="min-w-0 wrap-anywhere">
              <span className="text-muted">{namespace} / </span>
              <TextLink strong href={pagePaths.placement(namespace, application, cluster)}>
                {application}
              </TextLink>
            </p>
            <BlockedBy by={by} label={`What ${namespace}/${application} waits for`} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
