import { Rocket } from 'lucide-react'
import { GuardedLink } from '#components/ui/guarded.tsx'
import { read } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import type { RolloutJson } from '#lib/schemas/rollout.ts'
import { applicationEnvironmentsUseCase } from '#lib/usecases/environments/of-application.ts'

/** So many are offered; the page of the application has all. */
const OFFERED_MAX = 2

/** Where a version that came to an environment may go on to: those after it that haven't it yet. */
export async function NextEnvironments({
  rollout: { namespace, application, environment, version, state, origin },
}: {
  rollout: RolloutJson
}) {
  if (state !== 'completed' || origin === 'rollback' || version === null) return null
  const ref = { namespace, name: application }
  const { items } = await read(applicationEnvironmentsUseCase, { ref })
  const next = items.filter(
    ({ after, rollout, versions }) =>
      rollout === null &&
      after.includes(environment) &&
      versions.some(({ number, waiting_for: waiting }) => {
        return number === version.number && (waiting === null || waiting.until !== null)
      }),
  )
  const refusal = await whyNotWrite({ kind: 'rollout', team: namespace })
  return next.slice(0, OFFERED_MAX).map(({ environment: to }) => (
    <GuardedLink
      key={to}
      refusal={refusal}
      icon={Rocket}
      look="primary"
      href={withQuery(pagePaths.newRollout, {
        namespace,
        application,
        environment: to,
        version: String(version.number),
      })}
    >
      {`Roll out to ${to}`}
    </GuardedLink>
  ))
}
