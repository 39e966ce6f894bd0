import { RolloutBadge } from '#components/rollouts/rollout-badges.tsx'
import { pausedWords } from '#components/rollouts/pause-words.ts'
import { versionWords } from '#components/rollouts/version-words.ts'
import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { OwnTeams } from '#lib/usecases/overview/teams.ts'

type OpenRollout = OwnTeams['openRollouts'][number]

/** What the visitor started and isn't over: how far each is, and who stopped it why; nothing where nothing is under way. */
export function OpenRollouts({ rollouts }: { rollouts: readonly OpenRollout[] }) {
  const [first] = rollouts
  if (first === undefined) return null
  const note = first.total > rollouts.length ? `the newest of ${first.total}` : 'not over yet'
  return (
    <Card flush title="My rollouts" note={note}>
      <ul className="divide-y">
        {rollouts.map((rollout) => (
          <li
            key={rollout.rollout}
            className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5"
          >
            <TextLink strong href={pagePaths.rollout(rollout.rollout)}>
              {titleOf(rollout)}
            </TextLink>
            <span className="min-w-0 wrap-anywhere text-muted">
              {standingOf(rollout)} <Ago at={rollout.since} />
            </span>
            <span className="ml-auto">
              <RolloutBadge state={rollout.cause === null ? 'running' : 'paused'} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function titleOf({ application, environment, version: number, versionName: name }: OpenRollout) {
  const version = versionWords(number === null ? null : { number, name })
  return `${application} ${version} to ${environment}`
}

function standingOf({ cause, waves, done, ...pause }: OpenRollout): string {
  if (cause !== null) return `${pausedWords(cause, pause)},`
  return `${done} of ${counted(waves, 'wave')} done, started`
}
