'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { ask } from '#components/api.ts'
import { apiRoot, withQuery } from '#lib/paths.ts'
import type { labelValuesSchema } from '#lib/schemas/label-values.ts'

export type LabelKind = 'cluster' | 'application'
export type Completion = z.output<typeof labelValuesSchema>

const SHOWN = 50

/** The keys that objects carry, or the values of one, the most used first; nothing until somebody looks. */
export function useLabelValues(question: {
  readonly kind: LabelKind
  /** Null: the keys. */
  readonly key: string | null
  readonly prefix: string
  readonly isOpen: boolean
}): Completion | undefined {
  const { kind, key, prefix, isOpen } = question
  const path = withQuery(`${apiRoot}/label-values`, { kind, key, prefix, limit: SHOWN })
  const { data } = useQuery({
    queryKey: ['label-values', path],
    queryFn: async ({ signal }) => (await ask<Completion>(path, { signal })).answer,
    // A key that isn't chosen yet has no values.
    enabled: isOpen && key !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  return data
}
