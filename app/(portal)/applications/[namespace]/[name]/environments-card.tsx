import { Rocket } from 'lucide-react'
import { nextStep, roadOf } from '#components/rollouts/next-version.ts'
import { Card } from '#components/ui/card.tsx'
import { GuardedLink } from '#components/ui/guarded.tsx'
import { read } from '#lib/http/portal/page.ts'
import { durationMs } from '#lib/domain/objects/durations.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import type { ApplicationEnvironments } from '#lib/schemas/delivered.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { applicationEnvironmentsUseCase } from '#lib/usecases/environments/of-application.ts'
import { listApplicationHoldsUseCase } from '#lib/usecases/holds/read.ts'
import { getRolloutUseCase } from '#lib/usecases/rollouts/read.ts'
import { allHoldsOn, HoldsCard } from '../../../_holds/holds-card.tsx'
import type { HoldLimits } from '../../../_holds/hold-pair.ts'
import { RoadStop } from './road-stop.tsx'

type Ref = { readonly namespace: string; readonly name: string }
type Item = ApplicationEnvironments['items'][number]

/**
 * The road of a version: the environments in their order, what each has, and what comes next, and which clusters hold theirs;
 * nothing without versions. `showsAllHolds`: of many, too.
 */
export async function EnvironmentsCards({
  application: ref,
  showsAllHolds,
}: {
  application: Ref
  showsAllHolds: boolean
}) {
  const { follow, newest, items } = await read(applicationEnvironmentsUseCase, { ref })
  if (follow === 'branch') return null
  const refusal = await whyNotWrite({ kind: 'rollout', team: ref.namespace })
  const { namespace, name: application } = ref
  const start = { namespace, application }
  const { stops, others } = roadOf(items)
  const step = nextStep(stops)
  return (
    <>
      <Card
        flush
        title="Environments"
        note="each after those that come before it"
        actions={
          <GuardedLink
            refusal={refusal}
            icon={Rocket}
            href={withQuery(pagePaths.newRollout, start)}
          >
            Roll out
          </GuardedLink>
        }
      >
        <ol>
          {await Promise.all(
            stops.map(async (item) => (
              <RoadStop
                key={item.environment}
                application={ref}
                item={item}
                newest={newest}
                rollout={await underWay(item)}
                refusal={refusal}
                isNextStep={item === step}
              />
            )),
          )}
        </ol>
        {others.length > 0 && <Others names={others.map(({ environment }) => environment)} />}
      </Card>
      <Holds application={ref} limits={limitsOf(stops)} showsAll={showsAllHolds} />
    </>
  )
}

/** Nothing where no cluster holds its version, nor may. */
async function Holds({
  application: ref,
  limits,
  showsAll,
}: {
  application: Ref
  limits: HoldLimits
  showsAll: boolean
}) {
  const { namespace, name: application } = ref
  const holds = await read(listApplicationHoldsUseCase, { ref })
  const isAllowed = limits.allowed.length > 0
  if (holds.length === 0 && !isAllowed) return null
  return (
    <HoldsCard
      of="application"
      pair={{ namespace, application }}
      limits={limits}
      holds={holds}
      refusal={
        (await whyNotWrite({ kind: 'hold', team: namespace })) ??
        (isAllowed ? null : 'No environment in which it is placed lets a cluster hold a version.')
      }
      allHref={showsAll ? null : allHoldsOn(pagePaths.application(namespace, application))}
    />
  )
}

/** Where it is placed. */
function limitsOf(stops: readonly Item[]): HoldLimits {
  return {
    allowed: stops.flatMap(({ environment, hold }) => {
      const longestMs = hold === null ? null : durationMs(hold)
      return longestMs === null ? [] : [{ environment, longestMs }]
    }),
    elsewhere: stops
      .filter(({ hold, clusters }) => hold === null && clusters > 0)
      .map(({ environment }) => environment),
  }
}

async function underWay({ rollout }: Item) {
  return rollout && (await read(getRolloutUseCase, { id: rollout.id })).json
}

/** So many environments are named in which it isn't placed. */
const OTHERS_NAMED = 5

function Others({ names }: { names: readonly string[] }) {
  const more = names.length - OTHERS_NAMED
  return (
    <p className="border-t px-4 py-2 text-xs text-muted wrap-anywhere">
      Placed on no cluster of {names.slice(0, OTHERS_NAMED).join(', ')}
      {more > 0 && ` and ${counted(more, 'other environment')}`}.
    </p>
  )
}
