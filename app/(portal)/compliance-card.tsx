// How far a change or a commit has come: on how many clusters, and in groups of the visitor's choice.
import { CircleCheck } from 'lucide-react'
import { Pagination } from '#components/list/pagination.tsx'
import { ComplianceBar, ComplianceSentence } from '#components/observed/compliance-bar.tsx'
import { ComplianceTable } from '#components/observed/compliance-table.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import {
  type Compliance,
  type ComplianceGroup,
  type ComplianceTally,
  countGroups,
} from '#lib/domain/observed/compliance.ts'
import { counted } from '#lib/domain/text/counted.ts'
import type { ComplianceAsked } from '#lib/http/portal/compliance-page.ts'
import { withQuery } from '#lib/schemas/paths.ts'

const SHOWN = 25
const GROUPINGS = ['cluster', 'environment', 'application', 'team']

export function ComplianceCard({
  path,
  asked,
  byCluster,
  grouped,
  hrefOf,
}: {
  /** The page's own. */
  path: string
  asked: ComplianceAsked
  byCluster: ComplianceTally
  /** As asked. */
  grouped: ComplianceTally
  /** Where the placements of a group are listed; null: nowhere. */
  hrefOf: (group: ComplianceGroup) => string | null
}) {
  const ofCluster = (outcome: Compliance) => withQuery(path, { by: 'cluster', outcome })
  const { items, ...counts } = grouped
  const { superseded, total } = counts
  return (
    <Card flush title="Where it has arrived" note={noteOf(total, superseded)}>
      <div className="space-y-4 p-4">
        <ComplianceSentence clusters={countGroups(byCluster.items)} hrefOf={ofCluster} />
        <ComplianceBar counts={counts} hrefOf={ofCluster} />
      </div>
      <div className="px-4">
        <Tabs label="In groups of" tabs={tabsOf(path, asked.word)} />
      </div>
      <Groups path={path} asked={asked} groups={items} hrefOf={hrefOf} />
    </Card>
  )
}

function noteOf(total: number, superseded: number): string {
  const placements = counted(total, 'placement')
  if (superseded === 0) return placements
  return `${placements}, and ${superseded.toLocaleString('en')} that went on to something later`
}

function tabsOf(path: string, word: string) {
  const known = GROUPINGS.includes(word) ? GROUPINGS : [...GROUPINGS, word]
  return known.map((each) => ({
    href: withQuery(path, { by: each }),
    label: headingOf(each),
    current: each === word,
  }))
}

function headingOf(word: string): string {
  return GROUPINGS.includes(word) ? `${word[0]!.toUpperCase()}${word.slice(1)}` : word
}

function Groups({
  path,
  asked: { word, outcomes, from },
  groups,
  hrefOf,
}: {
  path: string
  asked: ComplianceAsked
  groups: readonly ComplianceGroup[]
  hrefOf: (group: ComplianceGroup) => string | null
}) {
  const meant = groups.filter(
    (group) => outcomes === null || outcomes.some((outcome) => group[outcome] > 0),
  )
  const shown = meant.slice(from, from + SHOWN)
  const pageHref = (first: number) =>
    withQuery(path, { by: word, outcome: outcomes?.join(','), from: first || null })
  if (shown.length === 0) {
    return (
      <EmptyState icon={CircleCheck} title="Nothing of the kind">
        <p>
          No group holds any. <TextLink href={withQuery(path, { by: word })}>Show all</TextLink>
        </p>
      </EmptyState>
    )
  }
  return (
    <>
      <ComplianceTable heading={headingOf(word)} groups={shown} hrefOf={hrefOf} />
      <Pagination
        firstRow={from + 1}
        count={shown.length}
        total={meant.length}
        totalIsExact
        previousHref={from === 0 ? null : pageHref(Math.max(0, from - SHOWN))}
        nextHref={from + SHOWN < meant.length ? pageHref(from + SHOWN) : null}
      />
    </>
  )
}
