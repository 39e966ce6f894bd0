'use client'

import { CircleCheck, CircleMinus, Plus, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { patchedRows } from '#components/labels/label-rows.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import type { ApplicationPoliciesAnswer } from '#lib/schemas/impact.ts'
import { newPolicyPath, pagePaths } from '#lib/schemas/paths.ts'
import type { Held } from './controls.ts'
import type { ObjectForm } from './use-object-form.ts'

/** Which policies pick up the application that is in a form, where it lands, and which labels other policies look for. */
export function ApplicationPolicies({ form }: { form: ObjectForm }) {
  const { impact, isCurrent } = form.view
  const policies = impact?.policies
  if (!policies) return null
  const isPlacedBy = policies.selectingTotal > 0
  const near = (
    <NearPolicies
      policies={policies}
      onTake={(patch) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the control of labels holds
        const rows = form.values['metadata'] as Held['labels']
        form.set('metadata', patchedRows(rows, patch))
      }}
    />
  )
  return (
    <section
      aria-label="Policies"
      className={classNames(
        'space-y-3 rounded-lg border bg-sunken/50 p-3 transition-opacity',
        !isCurrent && 'opacity-60',
      )}
    >
      {isPlacedBy ? <Selecting policies={policies} /> : <Unselected />}
      {policies.nearTotal > 0 &&
        (isPlacedBy ? (
          <details>
            <summary className="text-xs font-medium">Policies that look for other labels</summary>
            <div className="mt-2">{near}</div>
          </details>
        ) : (
          near
        ))}
      <p className="flex flex-wrap gap-x-4 gap-y-2 text-xs">
        <TextLink href={pagePaths.policies}>All policies</TextLink>
        {form.edited && (
          <TextLink href={newPolicyPath(form.edited.ref.namespace ?? '', form.edited.ref.name)}>
            New policy for this application
          </TextLink>
        )}
      </p>
    </section>
  )
}

type Policies = { readonly policies: ApplicationPoliciesAnswer }

function Unselected() {
  return (
    <Headline icon={<TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />}>
      No policy selects this application: it would run nowhere.
    </Headline>
  )
}

function Selecting({ policies: { selecting, selectingTotal, placed, environments } }: Policies) {
  const more = selectingTotal - selecting.length
  return (
    <div className="space-y-2">
      <Headline icon={<CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />}>
        {selectingTotal === 1
          ? 'One policy selects this application'
          : `${selectingTotal.toLocaleString('en')} policies select this application`}
        {placed === 0
          ? ', and it lands on no cluster.'
          : `: it lands on ${counted(placed, 'cluster')}.`}
      </Headline>
      <ul className="space-y-1 pl-6 text-xs">
        {selecting.map(({ name, clusters, effect, target }) => (
          <li key={name} className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1">
            <TextLink href={pagePaths.policy(name)}>{name}</TextLink>
            <span className="text-muted">
              {counted(clusters, 'cluster')}
              {target !== undefined && ' where it has the target '}
            </span>
            {target !== undefined && <Chip>{target}</Chip>}
            {effect === 'exclude' && (
              <Badge tone="bad" icon={CircleMinus}>
                Exclude
              </Badge>
            )}
          </li>
        ))}
        {more > 0 && <li className="text-muted">and {more.toLocaleString('en')} more</li>}
      </ul>
      {placed > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 pl-6 text-xs">
          <span className="text-muted">By environment:</span>
          {environments.map(({ environment, clusters }) => (
            <span key={environment ?? ''}>
              {environment ?? 'none'}{' '}
              <span className="font-medium tabular-nums">{clusters.toLocaleString('en')}</span>
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

type Patch = Readonly<Record<string, string | null>>

function NearPolicies({
  policies: { near, nearTotal },
  onTake,
}: Policies & { onTake: (patch: Patch) => void }) {
  const more = nearTotal - near.length
  return (
    <>
      <p className="text-xs text-muted">These would, with other labels:</p>
      <ul className="mt-2 space-y-2 text-xs">
        {near.map(({ name, clusters, lacks, labels }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 flex-1 basis-56">
              <TextLink href={pagePaths.policy(name)}>{name}</TextLink>{' '}
              <span className="text-muted">({counted(clusters, 'cluster')}) looks for</span>{' '}
              {lacks.map((term) => (
                <Chip key={term}>{term}</Chip>
              ))}
            </span>
            <Button className="h-7 max-w-full px-2 text-xs" onClick={() => onTake(labels)}>
              <Plus aria-hidden className="size-3.5 shrink-0" />
              <span className="truncate">{takingText(labels)}</span>
              <span className="sr-only"> for {name}</span>
            </Button>
          </li>
        ))}
        {more > 0 && <li className="text-muted">and {more.toLocaleString('en')} more</li>}
      </ul>
    </>
  )
}

function takingText(labels: Patch): string {
  const entries = Object.entries(labels)
  const taken = entries.flatMap(([key, value]) => (value === null ? [] : [labelText(key, value)]))
  const dropped = entries.flatMap(([key, value]) => (value === null ? [key] : []))
  return [
    ...(taken.length > 0 ? [`Take ${taken.join(', ')}`] : []),
    ...(dropped.length > 0 ? [`Drop ${dropped.join(', ')}`] : []),
  ].join('; ')
}

function labelText(key: string, value: string): string {
  return value === '' ? key : `${key}=${value}`
}

function Headline({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <output className="flex items-start gap-2 text-sm font-medium">
      {icon}
      <span>{children}</span>
    </output>
  )
}
