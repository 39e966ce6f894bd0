import type { ReactNode } from 'react'
import { Facts } from '#components/ui/facts.tsx'
import { LineDiff } from '#components/ui/line-diff.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Exact } from '#components/ui/time.tsx'
import type { HashedEvent } from '#lib/domain/audit/audit-chain.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { singleLine } from '#lib/domain/text/text.ts'
import type { AuditDetails } from '#lib/schemas/audit.ts'
import { pagePaths } from '#lib/schemas/paths.ts'

export function EventDetails({
  event,
  details,
}: {
  event: HashedEvent
  details: AuditDetails | null
}) {
  return (
    <div className="border-t bg-canvas/50">
      <div className="px-4 py-3 text-xs md:pl-11">
        <Facts facts={factsOf(event)} />
      </div>
      {details?.edits.map(({ object, before, after }) => (
        <div key={object} className="border-t">
          <p className="px-4 pt-2 text-xs font-medium break-words md:pl-11">{singleLine(object)}</p>
          <div className="md:pl-7">
            <LineDiff
              before={jsonText(before)}
              after={jsonText(after)}
              label={`${object} before and after`}
            />
          </div>
        </div>
      ))}
      {details && details.edits.length < details.objects && (
        <p className="border-t px-4 py-2 text-xs text-muted md:pl-11">
          {details.edits.length} of {counted(details.objects, 'object')} are kept here; the change
          and the objects&apos; own histories have all.
          {details.sha256 !== undefined && (
            <>
              {' '}
              The hash of all edits: <span className="font-mono break-all">{details.sha256}</span>
            </>
          )}
        </p>
      )}
    </div>
  )
}

type Fact = readonly [string, ReactNode]

function factsOf(event: HashedEvent): Fact[] {
  const { id, at, actorName, actorKind, actorId, address, token, requestId, code, change, hash } =
    event
  return [
    ['When', <Exact key="at" at={new Date(at)} />],
    ['Who', `${singleLine(actorName)} (${actorKind} ${singleLine(actorId)})`],
    ['From', address ?? 'This machine'],
    ...optional('By token', token),
    ...optional('Request', requestId),
    ...optional('Refused because', code),
    ...(change === null
      ? []
      : [
          [
            'Change',
            <TextLink key="change" href={pagePaths.change(change)}>
              #{change}
            </TextLink>,
          ] as const,
        ]),
    ['Event', `#${id.toLocaleString('en')}`],
    [
      'Hash',
      <span key="hash" className="font-mono break-all">
        {hash}
      </span>,
    ],
  ]
}

function optional(name: string, value: string | null): Fact[] {
  if (value === null) return []
  return [
    [
      name,
      <span key={name} className="font-mono break-all">
        {singleLine(value)}
      </span>,
    ],
  ]
}

function jsonText(value: unknown): string {
  return value === null || value === undefined ? '' : `${JSON.stringify(value, null, 2)}\n`
}
