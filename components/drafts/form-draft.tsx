'use client'

import { History } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { changedFields, mergeValues } from '#components/object-form/merge-values.ts'
import { Banner } from '#components/ui/banner.tsx'
import { Button } from '#components/ui/button.tsx'
import { Ago } from '#components/ui/time.tsx'
import { type Draft, KeptDrafts } from './kept-drafts.ts'
import { ownStores } from './stores.ts'

type Values = Readonly<Record<string, unknown>>

/** A form as far as drafts know it. */
export type DraftedForm<V extends Values> = {
  /** What it opened with. */
  readonly opened: V
  readonly values: V
  readonly isSaved: boolean
  readonly set: <F extends keyof V & string>(field: F, value: V[F]) => void
}

const NONE: readonly string[] = []

/** Keeps what is typed in a form until it is saved, and offers what was typed there before. */
export function FormDraft<V extends Values>({
  form,
  secrets = NONE,
  visitor,
}: {
  form: DraftedForm<V>
  /** The fields that are never kept. */
  secrets?: readonly string[]
  /** Whose drafts they are. */
  visitor: string
}) {
  const address = usePathname()
  const { offered, settle } = useOffered(visitor, address)
  useKept(visitor, address, form, secrets)
  if (offered === null || !isOfForm(offered, without(secrets, form.opened))) return null
  return (
    <Banner
      tone="accent"
      icon={History}
      actions={
        <span className="flex gap-2">
          <Button
            onClick={() => {
              resume(form, secrets, offered)
              settle()
            }}
          >
            Resume what you typed
          </Button>
          <Button
            look="quiet"
            onClick={() => {
              new KeptDrafts(visitor, ownStores()).drop(address)
              settle()
            }}
          >
            Discard it
          </Button>
        </span>
      }
    >
      You typed here and did not save it, <Ago at={new Date(offered.at)} />.
      {secrets.length > 0 && ' Secrets were not kept.'}
    </Banner>
  )
}

/** The draft that was there when the form opened, until something is decided about it. */
function useOffered(visitor: string, address: string) {
  const [findOnce] = useState(() => {
    let found: Draft | null | undefined
    return () => {
      if (found === undefined) found = new KeptDrafts(visitor, ownStores()).find(address)
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

function useKept<V extends Values>(
  visitor: string,
  address: string,
  { opened, values, isSaved }: DraftedForm<V>,
  secrets: readonly string[],
): void {
  const hasTyped = useRef(false)
  const keep = useEffectEvent((opened: V, values: V, isSaved: boolean) => {
    const drafts = new KeptDrafts(visitor, ownStores())
    const kept = { opened: without(secrets, opened), values: without(secrets, values) }
    const isTyped = !isSaved && changedFields(kept.opened, kept.values).length > 0
    if (isTyped) drafts.keep(address, { at: Date.now(), ...kept })
    else if (hasTyped.current) drafts.drop(address)
    hasTyped.current ||= isTyped
  })
  useEffect(() => keep(opened, values, isSaved), [opened, values, isSaved])
}

function without(secrets: readonly string[], values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !secrets.includes(field)))
}

/** Another version of the portal may have kept other fields, or called what the form opened with otherwise. */
function isOfForm({ opened, values }: Partial<Draft>, now: Values): boolean {
  return [opened, values].every((each = {}) => fieldsOf(each) === fieldsOf(now))
}

const fieldsOf = (values: object) => Object.keys(values).toSorted().join(' ')

/** What was typed comes back; what the draft left as it was is as the form has it by now. */
function resume<V extends Values>(
  form: DraftedForm<V>,
  secrets: readonly string[],
  { opened: base, values: mine }: Draft,
): void {
  const theirs = without(secrets, form.opened)
  for (const [field, value] of Object.entries(mergeValues({ base, theirs, mine }).valuesWith([]))) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields are this form's, and their values were
    form.set(field, value as V[typeof field])
  }
}
