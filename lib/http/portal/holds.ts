// For how long clusters may hold their versions, as pages offer it.
import { cache } from 'react'
import { objectUseCases } from '#lib/usecases/objects/use-cases.ts'
import { readOrWhyNot } from './page.ts'

/** In milliseconds; null: none of the environment may. */
export const longestHoldIn = cache(async (name: string): Promise<number | null> => {
  if (name === '') return null
  const found = await readOrWhyNot(objectUseCases.environment.get, { ref: { name }, at: null })
  if (found.kind === 'refused' || found.answer.object.kind !== 'environment') return null
  return found.answer.object.holdMs
})
