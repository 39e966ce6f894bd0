import type { Metadata } from 'next'
import { typedPick } from '#components/object-form/pick-rows.ts'
import { pickWords } from '#components/object-form/pick-words.ts'
import { KIND_ICONS } from '#components/objects/kinds.ts'
import { PolicyBadges } from '#components/objects/policy-badges.tsx'
import { revisionFacts } from '#components/objects/revision-facts.tsx'
import { Card } from '#components/ui/card.tsx'
import { Chip, SelectorChip } from '#components/ui/chip.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { needsDecision } from '#lib/domain/objects/target-policy/needs-decision.ts'
import { formatSelector } from '#lib/domain/labels/selector-format.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import { kinds, type LabelledKind } from '#lib/domain/objects/kinds.ts'
import type { TargetPolicy } from '#lib/domain/objects/objects.ts'
import { pickJson } from '#lib/domain/objects/target-policy/pick-rule.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { momentOf, type SearchParams } from '#lib/http/portal/page-query.ts'
import { read } from '#lib/http/portal/page.ts'
import { listPath, pagePaths, pathAt, withQuery } from '#lib/schemas/paths.ts'
import { policyDetailsUseCase } from '#lib/usecases/objects/details.ts'
import { ObjectPage } from '../../object-page.tsx'
import { ChosenCards } from './chosen-card.tsx'
import { PlacedCards } from '../../placed-cards.tsx'

type Props = {
  params: Promise<{ name: string }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).name }
}

export default async function PolicyPage({ params, searchParams }: Props) {
  const { name } = await params
  const search = await searchParams
  const at = momentOf(search)
  const details = await read(policyDetailsUseCase, { ref: { name }, at })
  const { object: policy } = details
  return (
    <ObjectPage
      shown={details}
      at={at}
      search={search}
      badges={<PolicyBadges {...policy} />}
      facts={<PolicyCard details={details} at={at} />}
    >
      {at === null && needsDecision(policy) && <ChosenCards policy={policy} />}
      <PlacedCards object={policy} at={at} nothing={whyNone(policy)} />
    </ObjectPage>
  )
}

function sentenceOf(policy: TargetPolicy): string {
  if (policy.suspended) return 'suspended: as if it were not there'
  if (policy.effect === 'exclude') {
    return 'keeps these applications off these clusters, whatever other policies say'
  }
  const which = needsDecision(policy) ? 'some of these' : 'these'
  return `places these applications on ${which} clusters`
}

function whyNone({ effect, suspended, target, scheduler, pick }: TargetPolicy): string {
  if (suspended) return 'It is suspended, so it gives no placement.'
  if (effect === 'exclude') return 'It excludes, so it gives no placement.'
  if (scheduler !== null) {
    return `Nothing is placed by it: ${scheduler} has not decided yet, chose no cluster, or other policies exclude those that it chose.`
  }
  if (pick !== null) return 'There is no cluster to pick, or other policies exclude those picked.'
  const lacked = target === null ? '' : `, the applications have no target ${target} there`
  return `No application and cluster are matched together${lacked}, or other policies exclude them.`
}

function Selected({
  kind,
  selector,
  count,
  moment,
}: {
  kind: LabelledKind
  selector: string
  count: number
  moment: string | undefined
}) {
  const Icon = KIND_ICONS[kind]
  const { word, words } = kinds[kind]
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <SelectorChip selector={selector} />
      <span className="inline-flex items-center gap-1.5">
        <Icon aria-hidden className="size-3.5 text-muted" />
        <TextLink href={withQuery(listPath(kind), { labelSelector: selector, at: moment })}>
          {counted(count, word, words)}
        </TextLink>
      </span>
    </span>
  )
}

function TargetFact({ name }: { name: string }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Chip>{name}</Chip>
      <span className="text-muted">
        only in environments where the application has it, from its directory
      </span>
    </span>
  )
}

function SchedulerFact({ name, at }: { name: string; at: Date | null }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <TextLink href={pathAt(pagePaths.scheduler(name), at)}>{name}</TextLink>
      <span className="text-muted">chooses among these clusters</span>
    </span>
  )
}

type Details = Awaited<ReturnType<typeof policyDetailsUseCase.invoke>>

function PolicyCard({ details, at }: { details: Details; at: Date | null }) {
  const { object: policy, matches } = details
  const selected = (kind: LabelledKind, selector: Selector) => (
    <Selected
      key={kind}
      kind={kind}
      selector={formatSelector(selector)}
      count={matches[kinds[kind].words]}
      moment={at?.toISOString()}
    />
  )
  return (
    <Card title="Policy" note={sentenceOf(policy)}>
      <Facts
        facts={[
          ['Applications', selected('application', policy.appSelector)],
          ['Clusters', selected('cluster', policy.clusterSelector)],
          ...(policy.target === null
            ? []
            : [['Target', <TargetFact key="target" name={policy.target} />] as const]),
          ...(policy.pick === null
            ? []
            : [['Pick', pickWords(typedPick(pickJson(policy.pick)))] as const]),
          ...(policy.scheduler === null
            ? []
            : [
                [
                  'Scheduler',
                  <SchedulerFact key="scheduler" name={policy.scheduler} at={at} />,
                ] as const,
              ]),
          [
            'Owner',
            policy.team === null ? (
              'The platform: it may select every team’s applications'
            ) : (
              <span key="owner">
                <TextLink href={pathAt(pagePaths.team(policy.team), at)}>{policy.team}</TextLink>:
                it selects that team’s applications only
              </span>
            ),
          ],
          ...revisionFacts(details),
        ]}
      />
    </Card>
  )
}
