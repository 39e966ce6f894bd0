// How far a change or a commit has come: a sentence in numbers of clusters, and its parts to scale.
import { Fragment } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import {
  type Compliance,
  COMPLIANCES,
  type ComplianceCounts,
} from '#lib/domain/observed/compliance.ts'
import { Link } from '../ui/link.tsx'
import { COMPLIANCE_LOOKS } from './compliance-look.ts'
import { AREA_OF, TEXT_OF } from './state-look.ts'

const text = (count: number) => count.toLocaleString('en')

const SAID = { failed: 'failed', unknown: 'unknown', in_progress: 'on their way' } as const

/** `clusters`: each counted once, after the worst that happened there. */
export function ComplianceSentence({
  clusters,
  hrefOf,
}: {
  clusters: ComplianceCounts
  hrefOf: (compliance: Compliance) => string
}) {
  const { total, succeeded } = clusters
  const others = COMPLIANCES.flatMap((each) =>
    each === 'succeeded' || clusters[each] === 0 ? [] : [each],
  )
  return (
    <p className="text-base">
      Arrived on <strong className="tabular-nums">{text(succeeded)}</strong> of{' '}
      <span className="tabular-nums">{text(total)}</span> {total === 1 ? 'cluster' : 'clusters'}
      {others.map((each) => (
        <Fragment key={each}>
          ,{' '}
          <TextLink href={hrefOf(each)}>
            {text(clusters[each])} {SAID[each]}
          </TextLink>
        </Fragment>
      ))}
    </p>
  )
}

export function ComplianceBar({
  counts,
  hrefOf,
}: {
  counts: ComplianceCounts
  hrefOf: (compliance: Compliance) => string
}) {
  const parts = COMPLIANCES.filter((each) => counts[each] > 0)
  return (
    <div>
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full">
        {parts.map((each) => (
          <div
            key={each}
            className={classNames('min-w-1', AREA_OF[COMPLIANCE_LOOKS[each].tone])}
            style={{ flexGrow: counts[each] }}
          />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-1">
        {parts.map((each) => (
          <li key={each}>
            <Part compliance={each} count={counts[each]} href={hrefOf(each)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Part({
  compliance,
  count,
  href,
}: {
  compliance: Compliance
  count: number
  href: string
}) {
  const { icon: Icon, word, tone } = COMPLIANCE_LOOKS[compliance]
  return (
    <Link
      href={href}
      className="inline-flex items-center gap-1.5 rounded-md px-2 py-1 hover:bg-sunken"
    >
      <Icon aria-hidden className={classNames('size-3.5 shrink-0', TEXT_OF[tone])} />
      <span className="font-medium tabular-nums">{text(count)}</span>
      <span className="text-muted">{word.toLowerCase()}</span>
    </Link>
  )
}
