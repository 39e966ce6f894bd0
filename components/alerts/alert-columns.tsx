// What tables say of alerts.
import { CircleCheck, Info, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { Column } from '#components/list/column-table.tsx'
import { None } from '#components/objects/label-chips.tsx'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago, Clock } from '#components/ui/time.tsx'
import type { AlertCounts } from '#lib/domain/alerts/finding.ts'
import { countsText } from '#lib/domain/alerts/sentence.ts'
import type { Resolution } from '#lib/domain/alerts/step.ts'
import type { Severity } from '#lib/domain/objects/alert-rule/alert-states.ts'
import { objectPath } from '#lib/schemas/paths.ts'

type AlertRow = {
  readonly ruleName: string
  readonly team: string | null
  readonly severity: Severity
  readonly since: Date
  readonly firedAt: Date | null
  readonly resolvedAt: Date | null
  readonly resolution: Resolution | null
  readonly counts: AlertCounts
  readonly sample: readonly string[]
  readonly path: string
  readonly subscriptions: readonly { readonly name: string }[]
}

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

const rule: Column<AlertRow> = {
  name: 'rule',
  exports: ['rule', 'namespace'],
  heading: 'Alert',
  cell: ({ ruleName, team }) => (
    <>
      <TextLink href={objectPath({ kind: 'alert-rule', team: null, name: ruleName })}>
        {ruleName}
      </TextLink>
      {team !== null && <span className="block text-xs text-muted">{team}</span>}
    </>
  ),
}

const FOUND: readonly Column<AlertRow>[] = [
  {
    name: 'state',
    exports: ['state', 'severity', 'resolved_at', 'resolution'],
    heading: 'State',
    cell: (alert) => <Phase alert={alert} />,
  },
  {
    name: 'counts',
    exports: ['counts', 'sample'],
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
  { name: 'since', heading: 'Since', from: 'md', cell: ({ since }) => <Clock at={since} /> },
  {
    name: 'fired_at',
    heading: 'Fired',
    from: 'lg',
    cell: ({ firedAt }) => (firedAt === null ? <None /> : <Ago at={firedAt} />),
  },
  {
    name: 'told',
    exports: [],
    heading: 'Told',
    from: 'lg',
    cell: ({ subscriptions }) =>
      subscriptions.length === 0 ? (
        <None />
      ) : (
        subscriptions.map(({ name }) => (
          <TextLink key={name} href={objectPath({ kind: 'subscription', team: null, name })}>
            <span className="block">{name}</span>
          </TextLink>
        ))
      ),
  },
]

/** Of the alerts of one rule; those of all name their rules first. */
export const alertColumns = { ofOne: FOUND, ofAll: [rule, ...FOUND] }

/** While it fires its severity, and then that it is over, and why. */
function Phase({ alert: { severity, resolvedAt, resolution } }: { alert: AlertRow }) {
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
