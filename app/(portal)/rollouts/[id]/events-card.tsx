import { HEALTH_UNASKED } from '#components/rollouts/rollout-badges.tsx'
import { Card } from '#components/ui/card.tsx'
import { Ago } from '#components/ui/time.tsx'
import { read } from '#lib/http/portal/page.ts'
import type { RolloutEventJson, RolloutJson } from '#lib/schemas/rollout.ts'
import { listRolloutEventsUseCase } from '#lib/usecases/rollouts/read.ts'

const SHOWN = 50

const WORDS: Readonly<Record<string, string>> = {
  started: 'Started',
  wave_released: 'Released',
  wave_published: 'In Git',
  quorum_reached: 'Enough clusters are healthy',
  quorum_lost: 'No longer enough clusters are healthy',
  wave_passed: 'Passed',
  wave_failed: 'Failed',
  wave_skipped: 'Skipped: it has no cluster',
  paused: 'Paused',
  resumed: 'Resumed',
  completed: 'Completed',
  rolled_back: 'Rolled back',
  aborted: 'Aborted',
  superseded: 'Superseded by another rollout',
  approved: 'Approved',
  refused: 'Refused',
  overridden: 'Overrode what it waited for',
}

/** What happened to a rollout, the newest first. */
export async function EventsCard({
  rollout: { id, seq, waves },
}: {
  rollout: Pick<RolloutJson, 'id' | 'seq' | 'waves'>
}) {
  const after = Math.max(0, seq - SHOWN)
  const events = await read(listRolloutEventsUseCase, { id, after, limit: SHOWN })
  return (
    <Card flush title="What happened">
      <ol className="divide-y">
        {events.items.toReversed().map((event) => (
          <li key={event.seq} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-2">
            <span className="font-medium">{textOf(event, waves)}</span>
            <span className="text-muted">{event.actor.name}</span>
            {event.reason !== null && <span className="min-w-0 break-words">{event.reason}</span>}
            <span className="ml-auto text-xs text-muted">
              <Ago at={new Date(event.at)} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function textOf(event: RolloutEventJson, waves: RolloutJson['waves']): string {
  const { wave } = event
  const isUnasked = wave !== null && waves[wave - 1]?.after === null
  const words = wordsOf(event, isUnasked)
  return wave === null ? words : `Wave ${wave}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

/** `isUnasked`: it is of a wave that asks nothing of its clusters. */
function wordsOf({ code, facts }: RolloutEventJson, isUnasked: boolean): string {
  if (code === 'check') return checkWords(facts)
  if (code === 'wave_passed' && isUnasked) return `Done, ${HEALTH_UNASKED}`
  const words = WORDS[code] ?? code.replaceAll('_', ' ')
  return facts['later_waves'] === true ? `${words}, and the waves after it` : words
}

/** What a program said. */
function checkWords({ name, state }: RolloutEventJson['facts']): string {
  return `Check ${String(name)} ${state === 'running' ? 'is running' : String(state)}`
}
