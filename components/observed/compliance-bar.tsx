// How far a change or a commit has come: a sentence in numbers of clusters, and its parts to scale.
import { Fragment } from 'react'
import { TextLink } from '#components/ui/text-link.tsx'
import {
  type Compliance,
  COMPLIANCES,
  type ComplianceCounts,
} from '#lib/domain/observed/compliance.ts'
import { COMPLIANCE_LOOKS } from './compliance-look.ts'
import { CountsBar } from './counts-bar.tsx'

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
    <CountsBar
      parts={parts.map((each) => ({
        ...COMPLIANCE_LOOKS[each],
        key: each,
        count: counts[each],
        href: hrefOf(each),
      }))}
    />
  )
}
