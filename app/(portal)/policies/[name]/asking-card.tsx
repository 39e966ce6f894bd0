import { Check, CircleAlert, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { Asking } from '#lib/usecases/decisions/chosen.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { CONFIRM_LABEL } from './confirm-label.ts'

/** When a scheduler was asked, what came of it, and what it decided that waits for a person. */
export function AskingCard({
  asking,
  policy,
  scheduler,
  refusal,
}: {
  asking: Asking
  policy: string
  scheduler: string
  /** Why the visitor may not confirm what waits; null: they may. */
  refusal: string | null
}) {
  const { error, failures, waiting } = asking
  return (
    <Card
      title="Who chooses"
      note={<TextLink href={pagePaths.scheduler(scheduler)}>{scheduler}</TextLink>}
    >
      <Facts
        facts={[
          ...askedFacts(asking),
          ...(error === null
            ? []
            : [
                [
                  failures === 0 ? 'Not taken' : 'Failed',
                  <Failure key="error" {...{ error, failures }} />,
                ] as const,
              ]),
          ...(waiting === null
            ? []
            : [
                [
                  'Waits',
                  <Waiting key="waits" {...{ waiting, policy, scheduler, refusal }} />,
                ] as const,
              ]),
        ]}
      />
    </Card>
  )
}

function askedFacts({
  isAsked,
  askedAt,
  dueAt,
}: Asking): readonly (readonly [string, ReactNode])[] {
  if (!isAsked) return [['Asked', 'It has no address: it decides by itself, with its token.']]
  return [
    ['Asked', askedAt === null ? 'Not yet' : <Ago key="asked" at={askedAt} />],
    ...(dueAt === null ? [] : [['Asked next', <Ago key="due" at={dueAt} />] as const]),
  ]
}

/** `failures` 0: the scheduler did nothing wrong, as where something changed meanwhile. */
function Failure({ error, failures }: Pick<Asking, 'error' | 'failures'>) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone={failures === 0 ? 'warn' : 'bad'} icon={CircleAlert}>
        {failures > 1 ? `${failures.toLocaleString('en')} times in a row` : 'The last time'}
      </Badge>
      <span className="min-w-0 wrap-anywhere">{error}</span>
      <span className="text-muted">What it decided before stays.</span>
    </span>
  )
}

function Waiting({
  waiting: { removals, change, at },
  policy,
  scheduler,
  refusal,
}: {
  waiting: NonNullable<Asking['waiting']>
  policy: string
  scheduler: string
  refusal: string | null
}) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Badge tone="warn" icon={Hourglass}>
        Removes {counted(removals, 'placement')}
      </Badge>
      <span>
        What it decided <Ago at={new Date(at)} /> waits for somebody to confirm it, or for its next
        decision.
      </span>
      <Guarded icon={Check} label={CONFIRM_LABEL} refusal={refusal}>
        <ConfirmButton {...{ policy, scheduler, change }} />
      </Guarded>
    </span>
  )
}
