'use client'

import { History } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { type Draft, KeptDrafts } from '#components/drafts/kept-drafts.ts'
import { Banner } from '#components/ui/banner.tsx'
import { Button } from '#components/ui/button.tsx'
import { Ago } from '#components/ui/time.tsx'
import type { FormSpec, FormValues } from './form-spec.ts'
import { changedFields, mergeValues } from './merge-values.ts'
import type { ObjectForm } from './use-object-form.ts'

/** Keeps what is typed in a form until it is saved, and offers what was typed there before. */
export function FormDraft({
  form,
  spec,
  visitor,
}: {
  form: ObjectForm
  spec: FormSpec
  visitor: string
}) {
  const address = usePathname()
  const { offered, settle } = useOffered(visitor, address)
  useKept(visitor, address, form, spec)
  if (offered === null || !isOfForm(offered, withoutSecrets(form.base, spec))) return null
  return (
    <Banner
      tone="accent"
      icon={History}
      actions={
        <span className="flex gap-2">
          <Button
            onClick={() => {
              resume(form, spec, offered)
              settle()
            }}
          >
            Resume what you typed
          </Button>
          <Button
            look="quiet"
            onClick={() => {
              new KeptDrafts(visitor, sessionStorage).drop(address)
              settle()
            }}
          >
            Discard it
          </Button>
        </span>
      }
    >
      You typed here and did not save it, <Ago at={new Date(offered.at)} />.
      {spec.secrets.length > 0 && ' Secrets were not kept.'}
    </Banner>
  )
}

/** The draft that was there when the form opened, until something is decided about it. */
function useOffered(visitor: string, address: string) {
  const [findOnce] = useState(() => {
    let found: Draft | null | undefined
    return () => {
      if (found === undefined) found = new KeptDrafts(visitor, sessionStorage).find(address)
      return found
    }
  })
  const found = useSyncExternalStore(
    () => () => {},
    findOnce,
    () => null,
  )
  const [isSettled, setIsSettled] = useState(false)
  return { offered: isSettled ? null : found, settle: () => setIsSettled(true) }
}

function useKept(visitor: string, address: string, form: ObjectForm, spec: FormSpec): void {
  const hasTyped = useRef(false)
  const {
    base,
    values,
    saving: { isSaved },
  } = form
  const keep = useEffectEvent((base: FormValues, values: FormValues, isSaved: boolean) => {
    const drafts = new KeptDrafts(visitor, sessionStorage)
    const kept = { base: withoutSecrets(base, spec), values: withoutSecrets(values, spec) }
    const isTyped = !isSaved && changedFields(kept.base, kept.values).length > 0
    if (isTyped) drafts.keep(address, { at: Date.now(), ...kept })
    else if (hasTyped.current) drafts.drop(address)
    hasTyped.current ||= isTyped
  })
  useEffect(() => keep(base, values, isSaved), [base, values, isSaved])
}

function withoutSecrets(values: FormValues, { secrets }: FormSpec): Partial<FormValues> {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !secrets.includes(field)))
}

/** Another version of the portal may have had other fields. */
function isOfForm({ base, values }: Draft, now: Partial<FormValues>): boolean {
  return fieldsOf(base) === fieldsOf(now) && fieldsOf(values) === fieldsOf(now)
}

const fieldsOf = (values: object) => Object.keys(values).toSorted().join(' ')

/** What was typed comes back; what the draft left as it was is as the form has it by now. */
function resume(form: ObjectForm, spec: FormSpec, draft: Draft): void {
  const theirs = withoutSecrets(form.base, spec)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a name is no secret
  const states = { base: draft.base, theirs, mine: draft.values } as Record<
    'base' | 'theirs' | 'mine',
    FormValues
  >
  for (const [field, value] of Object.entries(mergeValues(states).valuesWith([]))) {
    form.set(field, value)
  }
}
