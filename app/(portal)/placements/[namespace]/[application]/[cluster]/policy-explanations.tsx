import { PolicyBadges } from '#components/objects/policy-badges.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { PolicyExplanation } from '#lib/domain/fleet/explanation.ts'
import { pagePaths, pathAt } from '#lib/schemas/paths.ts'
import type { Explanation } from '#lib/usecases/placements/explain.ts'
import { Mark, TermList } from './term-list.tsx'

/** All policies: first those that decide, then those that almost apply, then the rest, folded. */
export function PolicyExplanations({
  explanation,
  at,
}: {
  explanation: Explanation
  at: Date | null
}) {
  const { policies, placed } = explanation
  const shown = { placed, at }
  const deciding = policies.filter(({ applies }) => applies)
  const near = policies.filter((policy) => !policy.applies && isNear(policy))
  const far = policies.filter((policy) => !policy.applies && !isNear(policy))
  return (
    <>
      <PolicyGroup title="Policies that decide" policies={deciding} {...shown} />
      <PolicyGroup title="Policies that come close" policies={near} {...shown} />
      {far.length > 0 && (
        <details className="rounded-lg border bg-surface">
          <summary className="px-4 py-3 font-semibold">
            {far.length === 1 ? 'One policy' : `${far.length} policies`} without any say here
          </summary>
          <div className="border-t p-4">
            <PolicyList policies={far} {...shown} />
          </div>
        </details>
      )}
    </>
  )
}

/** At least one selector matches. If both do, the policy is suspended, lacks its target there, or wasn't to be chosen. */
function isNear({ concerns, app, cluster }: PolicyExplanation): boolean {
  return concerns && (app.holds || cluster.holds)
}

type Shown = { placed: boolean; at: Date | null }
type Policies = Shown & { policies: readonly PolicyExplanation[] }

function PolicyGroup({ title, policies, ...shown }: Policies & { title: string }) {
  if (policies.length === 0) return null
  return (
    <section>
      <h2 className="mb-2 text-sm font-semibold">
        {title} <span className="font-normal text-muted">{policies.length}</span>
      </h2>
      <PolicyList policies={policies} {...shown} />
    </section>
  )
}

function PolicyList({ policies, ...shown }: Policies) {
  return (
    <ul className="space-y-3">
      {policies.map((policy) => (
        <li key={policy.policy}>
          <PolicyCard policy={policy} {...shown} />
        </li>
      ))}
    </ul>
  )
}

function PolicyCard({ policy, placed, at }: Shown & { policy: PolicyExplanation }) {
  return (
    <article className="rounded-lg border bg-surface">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2.5">
        <h3>
          <TextLink strong href={pathAt(pagePaths.policy(policy.policy), at)}>
            {policy.policy}
          </TextLink>
        </h3>
        <PolicyBadges {...policy} />
        <span className="ml-auto">
          <Say policy={policy} placed={placed} />
        </span>
      </header>
      <div className="grid gap-4 p-4 md:grid-cols-2">
        <Side title="Application" policy={policy} side="app" of="application" />
        <Side title="Cluster" policy={policy} side="cluster" of="cluster" />
        {policy.target && <TargetLine target={policy.target} />}
        {policy.choice && <ChoiceLine choice={policy.choice} />}
      </div>
    </article>
  )
}

function Side({
  title,
  policy,
  side,
  of,
}: {
  title: string
  policy: PolicyExplanation
  side: 'app' | 'cluster'
  of: 'application' | 'cluster'
}) {
  return (
    <div>
      <h4 className="mb-2 text-xs font-medium text-muted">
        {title}: {policy[side].holds ? 'selected' : 'not selected'}
      </h4>
      <TermList side={policy[side]} of={of} />
    </div>
  )
}

/** The target of a policy, and whether the application has such a one there. */
function TargetLine({
  target: { name, reason },
}: {
  target: NonNullable<PolicyExplanation['target']>
}) {
  return (
    <div className="md:col-span-2">
      <h4 className="mb-2 text-xs font-medium text-muted">
        Target: {reason === null ? 'there' : 'not there'}
      </h4>
      <p className="flex items-start gap-2">
        <Mark holds={reason === null} />
        <span className="min-w-0">
          <Chip>{name}</Chip>{' '}
          <span className="text-muted">
            {reason ?? 'the application has it in this environment'}
          </span>
        </span>
      </p>
    </div>
  )
}

/** Whether a scheduler, or the policy's own pick, chose the pair. */
function ChoiceLine({
  choice: { holds, reason },
}: {
  choice: NonNullable<PolicyExplanation['choice']>
}) {
  return (
    <div className="md:col-span-2">
      <h4 className="mb-2 text-xs font-medium text-muted">
        Choice: {holds ? 'chosen' : 'not chosen'}
      </h4>
      <p className="flex items-start gap-2">
        <Mark holds={holds} />
        <span className="min-w-0 wrap-anywhere text-muted">{reason}</span>
      </p>
    </div>
  )
}

function Say({ policy, placed }: Pick<Shown, 'placed'> & { policy: PolicyExplanation }) {
  const { applies, effect, concerns, app, cluster } = policy
  if (applies && effect === 'exclude') return <Badge tone="bad">Excludes it</Badge>
  if (applies) {
    return placed ? <Badge tone="good">Gives this placement</Badge> : <Badge>Would give it</Badge>
  }
  if (!concerns) return <Badge>Of another team</Badge>
  if (app.holds && cluster.holds) return <WhyIdle policy={policy} />
  if (app.holds) return <Badge>Doesn’t select the cluster</Badge>
  return <Badge>{cluster.holds ? 'Doesn’t select the application' : 'Selects neither'}</Badge>
}

/** Why a policy that selects a pair doesn't apply to it. */
function WhyIdle({
  policy: { suspended, target },
}: {
  policy: Pick<PolicyExplanation, 'suspended' | 'target'>
}) {
  if (suspended) return <Badge tone="warn">Suspended</Badge>
  return <Badge>{target?.holds === false ? 'Has no such target' : 'Didn’t choose it'}</Badge>
}
