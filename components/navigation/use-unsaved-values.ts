'use client'

import { useState } from 'react'
import { changedFields } from '#components/object-form/merge-values.ts'
import { useUnsavedEdits } from './navigation.ts'

/**
 * Asks before values are lost that differ from those that the form began with, or that were saved last.
 * `values` are named in people's words. The returned function is called once they are saved.
 */
export function useUnsavedValues(values: Readonly<Record<string, unknown>>): () => void {
  const [saved, setSaved] = useState(values)
  useUnsavedEdits(changedFields(saved, values))
  return () => setSaved(values)
}
