import { CalendarClock, CalendarX } from 'lucide-react'
import { versionWords } from '#components/rollouts/version-words.ts'
import { Card } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Exact } from '#components/ui/time.tsx'
import { holdLimitsIn, whyNoHold } from '#lib/http/portal/holds.ts'
import { read, readOrWhyNot } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import type { HoldJson } from '#lib/schemas/hold.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { getHoldUseCase } from '#lib/usecases/holds/read.ts'
import { applications } from '#lib/usecases/objects/use-cases.ts'
import type { Explanation } from '#lib/usecases/placements/explain.ts'
import { EndHoldButton } from '../../../../_holds/end-hold-button.tsx'
import { HoldButton } from '../../../../_holds/hold-button.tsx'
import type { HoldLimits, HoldPair } from '../../../../_holds/hold-pair.ts'

type Released = NonNullable<Explanation['release']>

/** What the cluster holds of the application, and holding it; nothing for one that follows its branch. */
export async function HoldCard({ explanation }: { explanation: Explanation }) {
  const { namespace, application, cluster, release } = explanation
  if (release === null) return null
  const pair = { namespace, application, cluster }
  const found = await readOrWhyNot(getHoldUseCase, { ref: pair })
  const refusal = await whyNotWrite({ kind: 'hold', team: namespace })
  const limits = await holdLimitsIn(release.environment)
  if (found.kind === 'answered') {
    const { json: hold, etag } = found.answer
    return <Held pair={pair} limits={limits} hold={hold} etag={etag} refusal={refusal} />
  }
  const { object } = await read(applications.get, {
    ref: { namespace, name: application },
    at: null,
  })
  if (object.kind !== 'application' || object.follow !== 'versions') return null
  return (
    <Card
      title="Hold"
      actions={
        <Guarded
          icon={CalendarClock}
          label="Hold version"
          refusal={refusal ?? whyNone(pair, limits, release)}
        >
          <HoldButton label="Hold version" pair={pair} limits={limits} />
        </Guarded>
      }
    >
      <p className="text-muted">
        None: it gets what is rolled out{where(release)}. A hold keeps its version until a date.
      </p>
    </Card>
  )
}

function Held({
  pair,
  limits,
  hold,
  etag,
  refusal,
}: {
  pair: HoldPair
  limits: HoldLimits
  hold: HoldJson
  etag: string
  refusal: string | null
}) {
  const { version, environment, until, since, reason, by, change } = hold
  return (
    <Card
      title="Hold"
      actions={
        <>
          <Guarded icon={CalendarClock} label="Change hold" refusal={refusal}>
            <HoldButton
              label="Change hold"
              pair={pair}
              limits={limits}
              present={{ until, since, reason, etag }}
            />
          </Guarded>
          <Guarded icon={CalendarX} label="End hold" refusal={refusal}>
            <EndHoldButton pair={pair} etag={etag} />
          </Guarded>
        </>
      }
    >
      <p className="mb-3">
        It keeps {versionWords(version)}, whatever is rolled out to {environment} meanwhile.
      </p>
      <Facts
        facts={[
          ['Until', <Exact key="until" at={new Date(until)} />],
          ['Why', reason],
          ['By', by],
          ['Since', <Exact key="since" at={new Date(since)} />],
          [
            'Change',
            <TextLink key="change" href={pagePaths.change(change)}>
              #{change}
            </TextLink>,
          ],
        ]}
      />
    </Card>
  )
}

/** Why nobody may have the cluster hold it now; null: they may. */
function whyNone(
  { application, cluster }: HoldPair,
  limits: HoldLimits,
  { kind, environment }: Released,
): string | null {
  if (kind === 'none') return `Nothing of ${application} is released on ${cluster} to hold.`
  return whyNoHold(limits, environment)
}

function where({ environment }: Released): string {
  return environment === '' ? '' : ` to ${environment}`
}
