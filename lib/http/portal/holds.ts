// For how long clusters may hold their versions, as pages offer it.
import { cache } from 'react'
import { objectUseCases } from '#lib/usecases/objects/use-cases.ts'
import { readOrWhyNot } from './page.ts'

type HoldLimits = {
  /** The environment, and for how long in milliseconds; empty: none of its clusters may. */
  readonly allowed: readonly { readonly environment: string; readonly longestMs: number }[]
  readonly elsewhere: readonly string[]
}

/** What an environment allows. */
export const holdLimitsIn = cache(async (environment: string): Promise<HoldLimits> => {
  const longestMs = await longestHoldIn(environment)
  return {
    allowed: longestMs === null ? [] : [{ environment, longestMs }],
    elsewhere: longestMs === null ? [environment] : [],
  }
})

async function longestHoldIn(name: string): Promise<number | null> {
  if (name === '') return null
  const found = await readOrWhyNot(objectUseCases.environment.get, { ref: { name }, at: null })
  if (found.kind === 'refused' || found.answer.object.kind !== 'environment') return null
  return found.answer.object.holdMs
}

/** Why no cluster of an environment may hold a version now; null: they may. */
export function whyNoHold({ allowed }: HoldLimits, environment: string): string | null {
  if (allowed.length > 0) return null
  if (environment === '') return 'A cluster without an environment may hold no version.'
  return `No cluster of ${environment} may hold a version: an admin allows it by the field Holds of the environment.`
}
