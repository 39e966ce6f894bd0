'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useState, useTransition } from 'react'
import { ApiProblem, ask, type FieldReasons } from '#components/api.ts'
import { useUnsavedValues } from '#components/navigation/use-unsaved-values.ts'
import { UNREACHABLE } from '#components/object-form/use-saving.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import type { RefusedForm, SaveState } from '#lib/schemas/save-request.ts'

const DEBOUNCE_MS = 300

type Asking<V, Body> = {
  readonly start: V
  /** The values in people's words. */
  readonly named: (values: V) => Readonly<Record<string, unknown>>
  readonly bodyOf: (values: V) => Body
  /** What the form itself knows to be wrong, by field. */
  readonly flawsOf: (values: V) => FieldReasons
  /** Whether there is enough of it that the API is asked what it says. */
  readonly isBegun: (values: V) => boolean
  /** The operation of the API. */
  readonly path: string
  readonly send: (body: Body) => Promise<SaveState>
}

/** The values of a request, what the API says of them, and sending it. */
export function useAsking<V extends object, Body>(asking: Asking<V, Body>) {
  const router = useRouter()
  const [opened] = useState(asking.start)
  const [values, setValues] = useState(opened)
  const [isSaved, setIsSaved] = useState(false)
  const markSaved = useUnsavedValues(asking.named(values))
  const [touched, setTouched] = useState<readonly PropertyKey[]>([])
  const [isAttempted, setIsAttempted] = useState(false)
  const [refused, setRefused] = useState<RefusedForm | null>(null)
  const [isSending, startSending] = useTransition()
  const body = asking.bodyOf(values)
  const flaws = asking.flawsOf(values)
  const isAsked = asking.isBegun(values) && Object.keys(flaws).length === 0
  const known: FieldReasons = { ...useCheck(asking.path, body, isAsked)?.fields, ...flaws }
  const reasons: FieldReasons = { ...refused?.fields, ...known }
  const set = <F extends keyof V & string>(field: F, value: V[F]) => {
    setValues((values) => ({ ...values, [field]: value }))
    setTouched((fields) => [...fields, field])
    setRefused(null)
  }
  return {
    opened,
    values,
    isSaved,
    set,
    refused,
    isSending,
    field: <F extends keyof V & string>(field: F) => ({
      id: field,
      value: values[field],
      onChange: (value: V[F]) => set(field, value),
      reasons: isAttempted || touched.includes(field) ? below(field, reasons) : {},
    }),
    /** Answers whether it was sent: not with what is known to be wrong. */
    send: (): boolean => {
      setIsAttempted(true)
      if (Object.keys(known).length > 0) return false
      startSending(async () => {
        const state = await asking.send(body).catch(() => UNREACHABLE)
        if (state.kind === 'refused') return setRefused(state)
        markSaved()
        setIsSaved(true)
        router.push(pagePaths.teamRequests)
      })
      return true
    },
  }
}

/** What the API says of a body, asked whenever typing pauses. */
function useCheck(path: string, body: unknown, isAsked: boolean): ApiProblem | null {
  const key = JSON.stringify(body)
  const [settled, setSettled] = useState(key)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [key])
  const { error } = useQuery({
    queryKey: ['asking', path, settled],
    queryFn: async ({ signal }) =>
      ask(withQuery(path, { dryRun: 'true' }), {
        method: 'POST',
        body: JSON.parse(settled),
        signal,
      }),
    enabled: isAsked && settled === key,
    retry: false,
  })
  return settled === key && error instanceof ApiProblem ? error : null
}

function below(field: string, reasons: FieldReasons): FieldReasons {
  return Object.fromEntries(
    Object.entries(reasons).filter(([path]) => path === field || path.startsWith(`${field}.`)),
  )
}
