'use client'

import { useState } from 'react'
import type { ApiProblem, FieldReasons } from '#components/api.ts'
import { ImpactPanel } from '#components/impact/impact-panel.tsx'
import { problemWords } from '#components/impact/problem-words.ts'
import { type ImpactView, useImpact } from '#components/impact/use-impact.ts'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { InstantField } from '#components/object-form/instant-field.tsx'
import { SuggestedField } from '#components/object-form/suggested-field.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { useSaving } from '#components/object-form/use-saving.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { instantOf } from '#lib/domain/lists/instant.ts'
import { fewNamed } from '#lib/domain/text/few-named.ts'
import type { HoldInput } from '#lib/schemas/hold.ts'
import { apiPaths } from '#lib/schemas/paths.ts'
import { putHold } from './actions.ts'
import type { HoldLimits, HoldNow, HoldPair } from './hold-pair.ts'
import { placedApplications, placedClusters } from './placed-suggestions.ts'
import { useLatestText } from './use-latest-text.ts'

type Props = {
  readonly pair: Partial<HoldPair>
  readonly limits: HoldLimits
  readonly present: HoldNow | undefined
  readonly onClose: () => void
}

/** Until when and why a cluster holds its version, and of what, where the page doesn't say. */
export function HoldDialog({ title, ...props }: Props & { title: string }) {
  return (
    <Dialog
      wide
      open
      onOpenChange={props.onClose}
      title={title}
      description="The cluster keeps the version that it has, whatever is rolled out meanwhile. On the date it gets what its environment has by then."
    >
      <HoldForm {...props} />
    </Dialog>
  )
}

function begunWith(
  { cluster = '', namespace, application }: Partial<HoldPair>,
  { until, reason }: Pick<HoldNow, 'until' | 'reason'> = { until: '', reason: '' },
) {
  const whole = application === undefined ? '' : `${namespace}/${application}`
  return { cluster, application: whole, until, reason }
}

/** What is typed, and the hold that it asks for. */
function useHold({ pair, present }: Pick<Props, 'pair' | 'present'>) {
  const begun = begunWith(pair, present)
  const [cluster, setCluster] = useState(begun.cluster)
  const [application, setApplication] = useState(begun.application)
  const [until, setUntil] = useState(begun.until)
  const [reason, setReason] = useState(begun.reason)
  const [namespace = '', name = ''] = application.split('/')
  const ref: HoldPair = { cluster, namespace, application: name }
  const body = { until, reason: reason.trim() }
  return {
    ref,
    body,
    etag: present?.etag ?? null,
    cluster: { value: cluster, onChange: setCluster },
    application: { value: application, onChange: setApplication },
    until: { value: until, onChange: setUntil },
    reason: { value: reason, onChange: setReason },
    lacking: lackingIn(ref, body, present),
  }
}

function lackingIn(
  { cluster, namespace, application }: HoldPair,
  body: HoldInput,
  present: HoldNow | undefined,
): string | null {
  if (cluster === '') return 'Choose a cluster.'
  if (namespace === '' || application === '') return 'Choose an application, as team/name.'
  if (instantOf(body.until) === null) return 'Say until when.'
  const isSame = body.until === present?.until && body.reason === present.reason
  return isSame ? 'Nothing is different yet.' : null
}

function HoldForm(props: Props) {
  const { onClose } = props
  const hold = useHold(props)
  const { ref, body, etag, lacking } = hold
  const request = {
    method: 'PUT',
    path: apiPaths.hold(ref.cluster, ref.namespace, ref.application),
    body,
    etag,
  } as const
  const asked = useImpact(lacking === null ? request : null)
  // Nobody has to read that a field is empty which they are about to fill in.
  const lacksReason = body.reason === '' && isOfReason(asked.problem)
  const view: ImpactView = lacksReason ? { ...asked, problem: null } : asked
  const saving = useSaving(asked)
  const waiting = lacking ?? (lacksReason ? 'Say why it holds its version.' : null)
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        const { impact } = view
        if (impact === null) return
        const { digest, confirmRemovals, confirmChanges, reasonRequired } = impact
        const seen = { impact: digest, confirmRemovals, confirmChanges }
        const reason = reasonRequired ? body.reason : ''
        saving.send(() => putHold({ ref, body, etag, ...seen, reason }))
      }}
    >
      <Fields
        {...props}
        hold={hold}
        reasonsOf={(field) => ({
          [field]: saving.refused?.fields[field] ?? view.problem?.fields[field] ?? [],
        })}
      />
      <ImpactPanel
        view={view}
        request={waiting === null ? request : null}
        waiting={waiting}
        className="max-h-[min(22rem,40dvh)] shrink-0"
      />
      <div role="alert">
        <FieldErrors
          id="hold"
          errors={saving.refused === null ? [] : [problemWords(saving.refused)]}
        />
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          look="primary"
          disabled={waiting !== null || !isSavable(view) || saving.isSaving}
        >
          {saving.isSaving ? 'Saving…' : 'Hold until then'}
        </Button>
      </div>
    </form>
  )
}

function Fields({
  pair,
  limits,
  present,
  hold,
  reasonsOf,
}: Props & {
  hold: ReturnType<typeof useHold>
  reasonsOf: (field: string) => FieldReasons
}) {
  const latest = useLatestText(limits, present?.since ?? null)
  return (
    <>
      {pair.cluster === undefined && <ClusterField pair={pair} limits={limits} {...hold.cluster} />}
      {pair.application === undefined && <ApplicationField pair={pair} {...hold.application} />}
      <InstantField
        id="hold-until"
        label="Until"
        hint={latest}
        required
        isEnd
        placeholder="e.g. in 14 days"
        reasons={reasonsOf('until')}
        {...hold.until}
      />
      <TextField
        id="hold-reason"
        label="Reason"
        hint="At least 3 characters, for whoever wonders why the cluster is left out."
        required
        reasons={reasonsOf('reason')}
        {...hold.reason}
      />
    </>
  )
}

type Typed = { readonly value: string; readonly onChange: (value: string) => void }

function ClusterField({
  pair: { namespace = '', application = '' },
  limits: { allowed, elsewhere },
  ...typed
}: Typed & { pair: Partial<HoldPair>; limits: HoldLimits }) {
  const environments = allowed.map(({ environment }) => environment)
  return (
    <SuggestedField
      id="hold-cluster"
      label="Cluster"
      hint={
        elsewhere.length > 0 &&
        `Those of ${fewNamed(environments, NAMED)}: in ${fewNamed(elsewhere, NAMED)} no cluster may hold a version.`
      }
      required
      reasons={{}}
      source={placedClusters({ namespace, application, environments })}
      placeholder="where the application is placed"
      {...typed}
    />
  )
}

/** So many environments are named at once. */
const NAMED = 3

function ApplicationField({ pair, ...typed }: Typed & { pair: Partial<HoldPair> }) {
  return (
    <SuggestedField
      id="hold-application"
      label="Application"
      required
      reasons={{}}
      source={placedApplications(pair.cluster ?? '')}
      placeholder="team/name"
      {...typed}
    />
  )
}

function isOfReason(problem: ApiProblem | null): boolean {
  const fields = Object.keys(problem?.fields ?? {})
  return fields.length === 1 && fields[0] === 'reason'
}

function isSavable({ impact, problem, isCurrent }: ImpactView): boolean {
  return impact !== null && problem === null && isCurrent
}
