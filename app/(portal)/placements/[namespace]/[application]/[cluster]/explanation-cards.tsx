import { BlockedBy } from '#components/dependencies/blocked-by.tsx'
import { ConfinementBadge } from '#components/objects/confinement.tsx'
import { reasonOf } from '#components/placements/explanation-words.ts'
import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { CONFINEMENT_WORDS } from '#lib/domain/objects/cluster/confinement.ts'
import { formatSelector } from '#lib/domain/labels/selector-format.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { widenedSelector } from '#lib/domain/labels/widened-selector.ts'
import { sourceWords } from '#lib/domain/objects/application/packaging-words.ts'
import { pagePaths, pathAt } from '#lib/schemas/paths.ts'
import type { Explanation } from '#lib/usecases/placements/explain.ts'
import { AskForMore } from '../../../../ask-for-more.tsx'
import { HoldCard } from './hold-card.tsx'
import { IntervalsCard } from './intervals-card.tsx'
import { ObservedCard } from './observed-card.tsx'
import { PolicyExplanations } from './policy-explanations.tsx'
import { ReleaseText } from './release-text.tsx'
import { TermList } from './term-list.tsx'

/** All that is known of a pair, and why it is placed or isn’t. */
export function ExplanationCards({
  explanation,
  at,
}: {
  explanation: Explanation
  at: Date | null
}) {
  return (
    <div className="space-y-4">
      <WaitingCard explanation={explanation} />
      <ObservedCard explanation={explanation} at={at} />
      <Summary explanation={explanation} at={at} />
      {at === null && <HoldCard explanation={explanation} />}
      <BoundaryCard explanation={explanation} at={at} />
      <IntervalsCard intervals={explanation.intervals} />
      <PolicyExplanations explanation={explanation} at={at} />
    </div>
  )
}

/** What it waits for before it gets what its environment has, down to the root. */
function WaitingCard({ explanation: { blocked, released } }: { explanation: Explanation }) {
  if (blocked === null || blocked.length === 0) return null
  const title = 'What it waits for'
  return (
    <Card
      title={title}
      note={released ? 'before it gets what comes next' : 'before it is released here'}
    >
      <BlockedBy by={blocked} label={title} />
    </Card>
  )
}

function Summary({ explanation, at }: { explanation: Explanation; at: Date | null }) {
  const { namespace, application, cluster, decidedBy, placed, confinement, source } = explanation
  return (
    <Card title={placed ? 'Why it is there' : 'Why it is not there'}>
      <p className="text-base">{reasonOf(explanation)}</p>
      {source.packaging !== null && (
        <p className="mt-2">It comes from the {sourceWords(source)}.</p>
      )}
      {explanation.release !== null && (
        <p className="mt-2">
          <ReleaseText release={explanation.release} explanation={explanation} />
        </p>
      )}
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

function BoundaryCard({
  explanation: { boundary, namespace },
  at,
}: {
  explanation: Explanation
  at: Date | null
}) {
  if (boundary.selector === null) return null
  return (
    <Card
      title="Cluster boundary"
      note={`which clusters the team ${namespace} may use`}
      actions={
        !boundary.holds &&
        at === null && <AskForMore team={namespace} clusters={widened(boundary)} />
      }
    >
      <TermList side={boundary} of="cluster" />
    </Card>
  )
}

/** The boundary that would let the team use the cluster, too. */
function widened({ selector, terms }: Explanation['boundary']): string | null {
  const read = parseSelector(selector ?? '*', [])
  if (!read.ok || read.value.kind === 'everything') return null
  const values = read.value.terms.flatMap(({ key }, index) => {
    const value = terms[index]?.label ?? null
    return value === null ? [] : [[key, value] as const]
  })
  return formatSelector(widenedSelector(read.value, new Map(values)))
}
