'use client'

import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { FieldReasons } from '#components/api.ts'
import { ConfirmDialog } from '#components/impact/confirm-dialog.tsx'
import { sentenceOf } from '#components/impact/impact-header.tsx'
import { ImpactPanel } from '#components/impact/impact-panel.tsx'
import { type ImpactRequest, requestKey } from '#components/impact/impact-request.ts'
import { NAME_HELD, problemWords } from '#components/impact/problem-words.ts'
import { lacksReason, ReasonField } from '#components/impact/reason-field.tsx'
import { isStopped, OverrideField, Stops } from '#components/impact/stops.tsx'
import type { ImpactView } from '#components/impact/use-impact.ts'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { kinds } from '#lib/domain/objects/kinds.ts'
import { Link } from '../ui/link.tsx'
import { CopyAsCurl } from './copy-as-curl.tsx'
import { focusFirstInvalid } from './first-invalid.ts'
import type { FormSpec } from './form-spec.ts'
import { StaleNotice } from './stale-notice.tsx'
import type { ObjectForm as Form } from './use-object-form.ts'

export function ObjectForm({
  form,
  spec,
  cancelHref,
  note,
  children,
}: {
  form: Form
  spec: FormSpec
  cancelHref: string
  /** What is to be seen of the impact wherever the form is scrolled to. */
  note?: ReactNode
  children: ReactNode
}) {
  const element = useRef<HTMLFormElement>(null)
  const [reason, setReason] = useState('')
  const [isConfirming, setIsConfirming] = useState(false)
  const { isHurried, setIsHurried } = useHurry(form.request)
  const submit = (isConfirmed: boolean) => {
    const next = form.submit(reason, isConfirmed)
    setIsConfirming(next === 'confirm')
    setIsHurried(next === 'early')
    if (next === 'wrong') focusFirstInvalid(element.current)
  }
  const { view, request, missing, waiting } = form
  const action = actionOf(form, spec)
  return (
    <>
      {form.isStale && form.edited && <StaleNotice form={form} spec={spec} edited={form.edited} />}
      <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(24rem,2fr)]">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- when the focus leaves a field of it */}
        <form
          ref={element}
          noValidate
          onBlur={form.settle}
          onSubmit={(event) => {
            event.preventDefault()
            submit(false)
          }}
          className="min-w-0 self-start rounded-lg border bg-surface"
        >
          <Fields form={form} reason={reason} onReason={setReason}>
            {children}
          </Fields>
          <Footer {...{ form, spec, cancelHref, action, isHurried, reason, note }} />
        </form>
        <ImpactPanel
          view={view}
          request={request}
          waiting={waiting ?? Object.values(missing)[0] ?? null}
          className="max-h-[40rem] lg:sticky lg:top-16 lg:max-h-[calc(100dvh-12.5rem)] lg:self-start"
        />
      </div>
      <Confirmation
        {...{ form, spec, action, isConfirming, setIsConfirming }}
        onConfirm={() => submit(true)}
      />
    </>
  )
}

function Confirmation({
  form: { view, values, gravity },
  spec,
  action,
  isConfirming,
  setIsConfirming,
  onConfirm,
}: {
  form: Form
  spec: FormSpec
  action: string
  isConfirming: boolean
  setIsConfirming: (isConfirming: boolean) => void
  onConfirm: () => void
}) {
  return (
    view.impact && (
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        action={action}
        object={`${kinds[spec.kind].word} ${values.name}`}
        impact={view.impact}
        gravity={gravity}
        onConfirm={onConfirm}
      />
    )
  )
}

/** Whether somebody tried to save these values before their impact was there. */
function useHurry(request: ImpactRequest | null) {
  const key = requestKey(request)
  const [hurried, setHurried] = useState<string | null>(null)
  return {
    isHurried: hurried === key,
    setIsHurried: (isHurried: boolean) => setHurried(isHurried ? key : null),
  }
}

/** What gets the focus scrolls to above the footer. */
function Fields({
  form,
  reason,
  onReason,
  children,
}: {
  form: Form
  reason: string
  onReason: (reason: string) => void
  children: ReactNode
}) {
  return (
    <div className="space-y-5 p-4 **:scroll-mb-44 sm:p-5 sm:**:scroll-mb-32">
      {children}
      <ReasonField
        id="reason"
        impact={form.view.impact}
        reasons={reasonOf(form, reason)}
        value={reason}
        onChange={onReason}
      />
      <OverrideField impact={form.view.impact} value={form.override} onChange={form.setOverride} />
    </div>
  )
}

function Footer({
  form,
  spec,
  cancelHref,
  action,
  isHurried,
  reason,
  note,
}: {
  form: Form
  spec: FormSpec
  cancelHref: string
  action: string
  isHurried: boolean
  reason: string
  note: ReactNode
}) {
  const stopped = isStopped(form.view.impact, form.override, reason)
  return (
    <div className="sticky bottom-0 z-10 space-y-2 rounded-b-lg border-t bg-surface px-4 py-3 sm:px-5">
      <Outcome form={form} />
      <Stops id={STOPS} stops={form.view.impact?.stops} />
      {note}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <div className="mr-auto min-w-0 flex-1 basis-48 text-xs text-muted">
          <Summary view={form.view} />
          <output className="block">
            {isHurried && !form.view.problem && HURRIED[form.isAwaited ? 'before' : 'after']}
          </output>
        </div>
        <CopyAsCurl form={form} spec={spec} reason={reason} />
        <Link href={cancelHref} className={buttonClass('quiet')}>
          Cancel
        </Link>
        <SaveButton form={form} action={action} isStopped={stopped} />
      </div>
    </div>
  )
}

/** What stops the save, which its button names. */
const STOPS = 'stops'

/** Shown beside the save button, so that the button stays under the pointer. */
const HURRIED = {
  before: 'The impact is still being computed.',
  after: 'Here is the impact: look at it, then go on.',
}

/** Sums up the impact beside the buttons, and leads to it where the screen is too narrow to show it beside the form. */
function Summary({ view: { impact, problem, isCurrent } }: { view: ImpactView }) {
  if (!impact || problem || !isCurrent) return null
  return (
    <p>
      {sentenceOf(impact)}{' '}
      <a href="#impact" className="font-medium text-accent underline underline-offset-3 lg:hidden">
        See the impact
      </a>
    </p>
  )
}

function reasonOf({ saving, isAttempted, view }: Form, reason: string): FieldReasons {
  const isMissing = isAttempted && lacksReason(view.impact, reason)
  return { reason: isMissing ? ['Say why.'] : (saving.refused?.fields['reason'] ?? []) }
}

function actionOf({ edited }: Form, { action }: FormSpec): string {
  return action ?? (edited ? 'Save' : 'Create')
}

/** Can be clicked before the impact is there: the form then says that it waits. */
function SaveButton({
  form,
  action,
  isStopped,
}: {
  form: Form
  action: string
  isStopped: boolean
}) {
  const { isAwaited, saving } = form
  return (
    <Button
      type="submit"
      look="primary"
      disabled={saving.isSaving || isStopped}
      aria-disabled={isAwaited || undefined}
      aria-describedby={isStopped ? STOPS : undefined}
    >
      {saving.isSaving ? 'Saving…' : action}
    </Button>
  )
}

/** The result of the last attempt to save, unless a field shows it. */
function Outcome({ form: { saving, allowFreeName, view } }: { form: Form }) {
  if (saving.foundNothing) {
    return <output className="block text-muted">Nothing is different, so nothing was saved.</output>
  }
  const problem = saving.refused ?? view.problem
  if (problem?.code === NAME_HELD) {
    return (
      <Alert>
        The name is held.{' '}
        <button type="button" onClick={allowFreeName} className="font-medium underline">
          Give it again
        </button>
      </Alert>
    )
  }
  return saving.refused && <Alert>{problemWords(saving.refused)}</Alert>
}

function Alert({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex items-start gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
