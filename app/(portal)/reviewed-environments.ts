import { cache } from 'react'
import { BY_NAME } from '#lib/domain/lists/orders.ts'
import type { Environment } from '#lib/domain/objects/objects.ts'
import { read } from '#lib/http/portal/page.ts'
import { objectUseCases } from '#lib/usecases/objects/use-cases.ts'

/** As many environments are looked at. */
const LOOKED_AT = 100

/** The environments that are described, the first of them by name. */
async function readEnvironments(at: Date | null): Promise<readonly Environment[]> {
  const { items } = await read(objectUseCases.environment.list, {
    filter: { selector: null, text: null, sort: BY_NAME },
    at,
    after: null,
    limit: LOOKED_AT,
  })
  return items.flatMap(({ object }) => (object.kind === 'environment' ? [object] : []))
}

/** The environments that are published by pull request. */
export const readReviewed = cache(async (): Promise<readonly string[]> => {
  const environments = await readEnvironments(null)
  return environments.flatMap(({ name, publish }) => (publish === 'pull-request' ? [name] : []))
})

/** Of these environments, so many are named. */
export const ENVIRONMENTS_NAMED = 5
