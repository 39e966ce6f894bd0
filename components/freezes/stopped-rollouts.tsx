import { CirclePlay, Snowflake } from 'lucide-react'
import { versionWords } from '#components/rollouts/version-words.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { RolloutsOfFreezes, StoppedRollouts } from '#lib/schemas/stopped-rollouts.ts'

/** What an edit of freezes does to the rollouts that run. */
export function RolloutsAfterEdit({
  rollouts: { stopped, let_go: freed },
}: {
  rollouts: RolloutsOfFreezes
}) {
  return (
    <section aria-label="Rollouts" className="mt-3 space-y-1.5 text-xs">
      {stopped.total === 0 && freed.total === 0 && (
        <p className="text-muted">No rollout that runs now waits or goes on because of it.</p>
      )}
      {stopped.total > 0 && (
        <div className="flex items-start gap-2 rounded-md bg-warn-soft px-2.5 py-1.5">
          <Snowflake aria-hidden className="mt-px size-3.5 shrink-0 text-warn" />
          <RolloutNames rollouts={stopped} verb={['It stops', 'now']} />
        </div>
      )}
      {freed.total > 0 && (
        <div className="flex items-start gap-2 rounded-md bg-warn-soft px-2.5 py-1.5">
          <CirclePlay aria-hidden className="mt-px size-3.5 shrink-0 text-warn" />
          <RolloutNames rollouts={freed} verb={['It lets', 'go on']} />
        </div>
      )}
    </section>
  )
}

/** How many, and the first by name. `verb`: what stands before and after the number. */
export function RolloutNames({
  rollouts: { total, items },
  verb: [before, after],
}: {
  rollouts: StoppedRollouts
  verb: readonly [string, string]
}) {
  const more = total - items.length
  return (
    <span className="wrap-anywhere">
      <span className="font-medium">
        {[before, counted(total, 'rollout'), after].join(' ').trimEnd()}:
      </span>{' '}
      {items.map(({ rollout, namespace, application, environment, version }, index) => (
        <span key={rollout}>
          {index > 0 && ', '}
          <TextLink href={pagePaths.rollout(rollout)}>#{rollout}</TextLink>
          {` ${namespace}/${application} ${versionWords(version)} to ${environment}`}
        </span>
      ))}
      {more > 0 && ` and ${more.toLocaleString('en')} more`}
    </span>
  )
}
