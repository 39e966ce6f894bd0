import { CircleCheck, CircleSlash } from 'lucide-react'
import type { Metadata } from 'next'
import { AtBanner } from '#components/list/at-banner.tsx'
import { ConfinementBadge } from '#components/objects/confinement.tsx'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { StateBadge } from '#components/observed/state-badge.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Input } from '#components/ui/input.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { CONFINEMENT_WORDS } from '#lib/domain/objects/cluster/confinement.ts'
import { momentOf, type SearchParams } from '#lib/http/portal/page-query.ts'
import { read } from '#lib/http/portal/page.ts'
import { pagePaths, pathAt, withQuery } from '#lib/schemas/paths.ts'
import { type Explanation, explainPlacementUseCase } from '#lib/usecases/placements/explain.ts'
import { IntervalsCard } from './intervals-card.tsx'
import { ObservedCard } from './observed-card.tsx'
import { PolicyExplanations } from './policy-explanations.tsx'
import { TermList } from './term-list.tsx'

type Pair = { namespace: string; application: string; cluster: string }
type Props = { params: Promise<Pair>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application, cluster } = await params
  return { title: `${application} on ${cluster}` }
}

export default async function ExplanationPage({ params, searchParams }: Props) {
  const pair = await params
  const at = momentOf(await searchParams)
  const explanation = await read(explainPlacementUseCase, { ...pair, at })
  const path = pagePaths.placement(pair.namespace, pair.application, pair.cluster)
  return (
    <>
      <PageHeader
        title={`${pair.application} on ${pair.cluster}`}
        crumbs={[
          { href: pagePaths.placements, label: 'Placements' },
          {
            href: withQuery(pagePaths.placements, {
              namespace: pair.namespace,
              application: pair.application,
            }),
            label: `${pair.namespace}/${pair.application}`,
          },
        ]}
        badges={
          <>
            <Verdict placed={explanation.placed} />
            {explanation.state !== null && <StateBadge state={explanation.state} />}
          </>
        }
        actions={<AsOfForm path={path} at={at} />}
      />
      <AtBanner at={at} nowHref={path} />
      {at === null && <KeepCurrent seen={[explanation.seen]} />}
      <div className="space-y-4">
        <ObservedCard explanation={explanation} />
        <Summary explanation={explanation} at={at} />
        <BoundaryCard explanation={explanation} />
        <IntervalsCard intervals={explanation.intervals} />
        <PolicyExplanations explanation={explanation} at={at} />
      </div>
    </>
  )
}

function Verdict({ placed }: { placed: boolean }) {
  return placed ? (
    <Badge tone="good" icon={CircleCheck}>
      Placed
    </Badge>
  ) : (
    <Badge icon={CircleSlash}>Not placed</Badge>
  )
}

function AsOfForm({ path, at }: { path: string; at: Date | null }) {
  return (
    <form action={path} className="flex items-center gap-2">
      <label
        htmlFor="at"
        className="text-xs font-medium text-muted max-sm:w-min sm:whitespace-nowrap"
      >
        As of (UTC)
      </label>
      <Input
        id="at"
        name="at"
        type="datetime-local"
        step={at !== null && at.getUTCSeconds() > 0 ? 1 : undefined}
        key={at?.getTime()}
        defaultValue={at?.toISOString().slice(0, 19)}
        className="max-w-60"
      />
      <Button type="submit">Show</Button>
    </form>
  )
}

function Summary({ explanation, at }: { explanation: Explanation; at: Date | null }) {
  const { namespace, application, cluster, decidedBy, placed, confinement } = explanation
  return (
    <Card title={placed ? 'Why it is there' : 'Why it is not there'}>
      <p className="text-base">{reasonOf(explanation)}</p>
      <p className="mt-2 text-muted">
        <TextLink href={pathAt(pagePaths.application(namespace, application), at)}>
          {`${namespace}/${application}`}
        </TextLink>{' '}
        and <TextLink href={pathAt(pagePaths.cluster(cluster), at)}>{cluster}</TextLink>
        {decidedBy === null ? (
          ' have never been placed together.'
        ) : (
          <>
            {' were last decided on by change '}
            <TextLink href={pagePaths.change(decidedBy.id)}>#{decidedBy.id}</TextLink> of{' '}
            {decidedBy.actor.name}, <Ago at={decidedBy.at} />
            {decidedBy.reason !== null && `: ${decidedBy.reason}`}.
          </>
        )}
      </p>
      {placed && (
        <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
          Isolation of teams there: {CONFINEMENT_WORDS[confinement].title}.
          <ConfinementBadge confinement={confinement} />
        </p>
      )}
    </Card>
  )
}

function policies(names: readonly string[]): string {
  return `${names.length === 1 ? 'the policy' : 'the policies'} ${names.join(', ')}`
}

function reasonOf({ placed, boundary, excludedBy, givenBy }: Explanation): string {
  if (placed) return `It is given by ${policies(givenBy)}, and nothing excludes it.`
  if (excludedBy.length > 0) {
    const given = givenBy.length > 0 ? `, though ${policies(givenBy)} would give it` : ''
    return `It is excluded by ${policies(excludedBy)}${given}. Exclusion always wins.`
  }
  if (givenBy.length === 0) return 'No policy that includes selects both of them.'
  return boundary.holds
    ? 'It is not placed.'
    : `The team may not use this cluster, though ${policies(givenBy)} would give it.`
}

function BoundaryCard({ explanation: { boundary, namespace } }: { explanation: Explanation }) {
  if (boundary.selector === null) return null
  return (
    <Card title="Cluster boundary" note={`which clusters the team ${namespace} may use`}>
      <TermList side={boundary} of="cluster" />
    </Card>
  )
}
