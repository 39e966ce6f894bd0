import { RolloutNames } from '#components/freezes/stopped-rollouts.tsx'
import { Card } from '#components/ui/card.tsx'
import { read } from '#lib/http/portal/page.ts'
import { readStoppedUseCase } from '#lib/usecases/freezes/stopped.ts'

/** The rollouts that wait because of a freeze. */
export async function StoppedCard({ freeze }: { freeze: string }) {
  const stopped = (await read(readStoppedUseCase, { freezes: [freeze] })).get(freeze)
  return (
    <Card title="Rollouts">
      {stopped ? (
        <p>
          <RolloutNames rollouts={stopped} verb={['It stops', 'now']} />
        </p>
      ) : (
        <p className="text-muted">It stops no rollout that runs now.</p>
      )}
    </Card>
  )
}
