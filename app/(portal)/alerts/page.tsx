import {
  CircleCheck,
  Info,
  type LucideIcon,
  OctagonAlert,
  Siren,
  TriangleAlert,
} from 'lucide-react'
import type { Metadata } from 'next'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import type { FilterField } from '#components/list/filter-form.tsx'
import { ListView } from '#components/list/list-view.tsx'
import { None } from '#components/objects/label-chips.tsx'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago, Clock } from '#components/ui/time.tsx'
import { countsText } from '#lib/domain/alerts/sentence.ts'
import type { Resolution } from '#lib/domain/alerts/step.ts'
import type { Severity } from '#lib/domain/objects/alert-rule/alert-states.ts'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { alertList } from '#lib/lists/alerts.ts'
import type { Alert } from '#lib/usecases/alerts/list.ts'
import { listPath, objectPath, pagePaths } from '#lib/schemas/paths.ts'

export const metadata: Metadata = { title: 'Alerts' }

const fields: readonly FilterField[] = [
  {
    name: 'state',
    label: 'State',
    choices: [
      ['firing', 'Firing'],
      ['resolved', 'Resolved'],
    ],
  },
  { name: 'rule', label: 'Rule' },
  { name: 'namespace', label: 'Team' },
]

const SEVERITY_LOOKS: Readonly<
  Record<Severity, { readonly tone: Tone; readonly icon: LucideIcon; readonly word: string }>
> = {
  critical: { tone: 'bad', icon: OctagonAlert, word: 'Critical' },
  warning: { tone: 'warn', icon: TriangleAlert, word: 'Warning' },
  info: { tone: 'neutral', icon: Info, word: 'Info' },
}

const WHY_OVER: Readonly<Record<Resolution, string>> = {
  condition: 'Resolved',
  rule_suspended: 'The rule was suspended',
  rule_deleted: 'The rule was deleted',
}

export default async function AlertsPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const list = await readPageList(pagePaths.alerts, alertList, await searchParams)
  return (
    <ListView
      title="Alerts"
      description="What alert rules found: each fires once, and again only after it was over."
      list={list}
      fields={fields}
      nothing={{
        icon: Siren,
        title: 'No alert has fired',
        text: (
          <p>
            <TextLink href={listPath('alert-rule')}>Alert rules</TextLink> say what people are told
            of.
          </p>
        ),
      }}
    >
      {(items) => (
        <>
          <KeepCurrent seen={[]} />
          <ColumnTable
            label="Alerts"
            columns={columns}
            items={items}
            keyOf={({ id }) => id}
            address={list.address}
          />
        </>
      )}
    </ListView>
  )
}

const columns: readonly Column<Alert>[] = [
  {
    heading: 'Alert',
    cell: ({ ruleName, team }) => (
      <>
        <TextLink href={objectPath({ kind: 'alert-rule', team: null, name: ruleName })}>
          {ruleName}
        </TextLink>
        {team !== null && <span className="block text-xs text-muted">{team}</span>}
      </>
    ),
  },
  { heading: 'State', cell: (alert) => <Phase alert={alert} /> },
  {
    heading: 'Found',
    cell: ({ counts, sample, path }) => (
      <>
        <TextLink href={path}>{countsText(counts)}</TextLink>
        {sample.map((line) => (
          <span key={line} className="block font-mono text-xs break-all text-muted max-md:hidden">
            {line}
          </span>
        ))}
      </>
    ),
  },
  { heading: 'Since', from: 'md', cell: ({ since }) => <Clock at={since} /> },
  {
    heading: 'Fired',
    from: 'lg',
    cell: ({ firedAt }) => (firedAt === null ? <None /> : <Ago at={firedAt} />),
  },
]

/** While it fires its severity, and then that it is over, and why. */
function Phase({ alert: { severity, resolvedAt, resolution } }: { alert: Alert }) {
  if (resolvedAt === null || resolution === null) {
    const { tone, icon, word } = SEVERITY_LOOKS[severity]
    return (
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
    )
  }
  return (
    <>
      <Badge icon={CircleCheck}>Over</Badge>
      <span className="block text-xs text-muted">
        {WHY_OVER[resolution]} <Ago at={resolvedAt} />
      </span>
    </>
  )
}
