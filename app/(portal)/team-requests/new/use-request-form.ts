'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useState, useTransition } from 'react'
import { ApiProblem, ask, type FieldReasons } from '#components/api.ts'
import { useUnsavedValues } from '#components/navigation/use-unsaved-values.ts'
import { namedGroups, selectorProblem } from '#components/object-form/controls.ts'
import type { GroupRow } from '#components/object-form/group-editor.tsx'
import { UNREACHABLE } from '#components/object-form/use-saving.ts'
import type { TypedSelector } from '#components/selector/selector-rows.ts'
import { apiPaths, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import type { RefusedForm } from '#lib/schemas/save-request.ts'
import { askForTeam } from '../actions.ts'

export type RequestValues = {
  readonly name: string
  readonly groups: readonly GroupRow[]
  readonly purpose: string
  /** Null: any cluster. */
  readonly cluster_boundary: TypedSelector | null
}

const DEBOUNCE_MS = 300
const NO_CLUSTERS = 'Choose which clusters the team may use.'

/** Whoever is in more groups chooses: some of so many hold people who have nothing to do with the team. */
const TICKED_MAX = 5

function startValues(own: readonly string[]): RequestValues {
  const groups = own.length === 0 ? [''] : own.length > TICKED_MAX ? [] : own
  return {
    name: '',
    groups: groups.map((id) => ({ id, role: 'contributor' })),
    purpose: '',
    cluster_boundary: null,
  }
}

function bodyOf({ groups, cluster_boundary, ...fields }: RequestValues) {
  return {
    ...fields,
    groups: [...namedGroups(groups)],
    ...(cluster_boundary && { cluster_boundary: cluster_boundary.text }),
  }
}

/** The values of a request, what the API says of them, and sending it. `own`: the asker's groups. */
export function useRequestForm(own: readonly string[]) {
  const router = useRouter()
  const [values, setValues] = useState(() => startValues(own))
  const { name, groups, purpose, cluster_boundary: clusters } = values
  const markSaved = useUnsavedValues({ name, groups, purpose, clusters })
  const [touched, setTouched] = useState<readonly string[]>([])
  const [isAttempted, setIsAttempted] = useState(false)
  const [refused, setRefused] = useState<RefusedForm | null>(null)
  const [isSending, startSending] = useTransition()
  const boundary = values.cluster_boundary && selectorProblem(values.cluster_boundary, NO_CLUSTERS)
  const checked = useCheck(values, boundary === null)
  const known: FieldReasons = {
    ...checked?.fields,
    ...(boundary !== null && { cluster_boundary: [boundary] }),
  }
  const reasons: FieldReasons = { ...refused?.fields, ...known }
  return {
    values,
    refused,
    isSending,
    field: <F extends keyof RequestValues>(field: F) => ({
      id: field,
      value: values[field],
      onChange: (value: RequestValues[F]) => {
        setValues((values) => ({ ...values, [field]: value }))
        setTouched((fields) => [...fields, field])
        setRefused(null)
      },
      reasons: isAttempted || touched.includes(field) ? below(field, reasons) : {},
    }),
    /** Answers whether it was sent: not with what is known to be wrong. */
    send: (): boolean => {
      setIsAttempted(true)
      if (Object.keys(known).length > 0) return false
      startSending(async () => {
        const state = await askForTeam(bodyOf(values)).catch(() => UNREACHABLE)
        if (state.kind === 'refused') return setRefused(state)
        markSaved()
        router.push(pagePaths.teamRequests)
      })
      return true
    },
  }
}

/** What the API says of the values, asked whenever typing pauses. */
function useCheck(values: RequestValues, isComplete: boolean): ApiProblem | null {
  const key = JSON.stringify(bodyOf(values))
  const [settled, setSettled] = useState(key)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [key])
  const { error } = useQuery({
    queryKey: ['team-request', settled],
    queryFn: async ({ signal }) =>
      ask(withQuery(apiPaths.teamRequests, { dryRun: 'true' }), {
        method: 'POST',
        body: JSON.parse(settled),
        signal,
      }),
    enabled: isComplete && settled === key && values.name !== '',
    retry: false,
  })
  return settled === key && error instanceof ApiProblem ? error : null
}

function below(field: string, reasons: FieldReasons): FieldReasons {
  return Object.fromEntries(
    Object.entries(reasons).filter(([path]) => path === field || path.startsWith(`${field}.`)),
  )
}
