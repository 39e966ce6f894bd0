'use client'

import { OctagonX } from 'lucide-react'
import { CheckField } from '#components/object-form/choice-field.tsx'
import { Sentence } from '#components/ui/sentence.tsx'
import { isOverrideReason, OVERRIDE_NEEDS } from '#lib/domain/text/reason.ts'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import { lacksReason } from './reason-field.tsx'

type Stop = Pick<
  NonNullable<ImpactAnswer['stops']>[number],
  'name' | 'message' | 'mayOverride' | 'whoMay'
> & {
  readonly code: string
}

/** What a save is stopped by, whatever it confirms. */
export function Stops({ id, stops = [] }: { id?: string; stops: readonly Stop[] | undefined }) {
  if (stops.length === 0) return null
  return (
    <ul id={id} className="space-y-1.5">
      {stops.map(({ code, name, message, mayOverride, whoMay }) => (
        <li
          key={`${code} ${name}`}
          className="flex items-start gap-2 rounded-md bg-bad-soft px-2.5 py-1.5 text-xs text-bad"
        >
          <OctagonX aria-hidden className="mt-px size-3.5 shrink-0" />
          <Sentence>{mayOverride ? message : `${message} ${whoMay}`}</Sentence>
        </li>
      ))}
    </ul>
  )
}

/** For those who may override all that stops a save. */
export function OverrideField({
  impact,
  value,
  onChange,
}: {
  impact: ImpactAnswer | null
  value: boolean
  onChange: (isOverridden: boolean) => void
}) {
  const stops = impact?.stops ?? []
  if (stops.length === 0 || !stops.every(({ mayOverride }) => mayOverride)) return null
  return (
    <CheckField
      label="Override what stops this"
      text={`${OVERRIDE_NEEDS} The history and the audit keep it.`}
      value={value}
      onChange={onChange}
    />
  )
}

/** Whether a save is stopped by something that isn't overridden with a reason. */
export function isStopped(
  impact: ImpactAnswer | null,
  isOverridden: boolean,
  reason: string,
): boolean {
  if (!impact?.stops) return false
  return !isOverridden || !isOverrideReason(reason)
}

/** Whether a needed reason lacks, or something stops the save. */
export function lacksWhy(
  impact: ImpactAnswer,
  reason: string,
  isOverridden: boolean,
  needsReason = false,
): boolean {
  if (needsReason && reason.trim() === '') return true
  return lacksReason(impact, reason) || isStopped(impact, isOverridden, reason)
}
