import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Exact } from '#components/ui/time.tsx'
import { formatSelector } from '#lib/domain/labels/selector-format.ts'
import type { Silence } from '#lib/domain/objects/silence/silence.ts'
import { silentUntil } from '#lib/domain/observed/planned-silence.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'

/** Null: it doesn't hold now. */
const heldUntil = (silence: Silence, now = new Date()) => silentUntil(silence, now)

/** Whether a silence holds, and where to look which clusters it is for. */
export function SilenceCard({ silence }: { silence: Silence }) {
  const until = heldUntil(silence)
  const labelSelector = formatSelector(silence.clusterSelector)
  return (
    <Card
      title="Now"
      actions={
        <TextLink href={withQuery(pagePaths.clusters, { labelSelector })}>Its clusters</TextLink>
      }
    >
      {until === null ? (
        'It doesn’t hold: its clusters are expected to report.'
      ) : (
        <>
          It holds, at least until <Exact at={until} />: nobody is told that its clusters are
          silent.
        </>
      )}
    </Card>
  )
}
