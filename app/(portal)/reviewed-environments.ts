import { cache } from 'react'
import { BY_NAME } from '#lib/domain/lists/orders.ts'
import { read } from '#lib/http/portal/page.ts'
import { objectUseCases } from '#lib/usecases/objects/use-cases.ts'

/** As many environments are looked at. */
const LOOKED_AT = 100

/** The environments that are published by pull request. */
export const readReviewed = cache(async (): Promise<readonly string[]> => {
  const { items } = await read(objectUseCases.environment.list, {
    filter: { selector: null, text: null, sort: BY_NAME },
    at: null,
    after: null,
    limit: LOOKED_AT,
  })
  return items.flatMap(({ object }) =>
    object.kind === 'environment' && object.publish === 'pull-request' ? [object.name] : [],
  )
})

const NAMED = 5

/** The names of the first few, and how many more there are. */
export function fewNamed(names: readonly string[]): string {
  const more = names.length - NAMED
  const named = names.slice(0, NAMED).join(', ')
  return more > 0 ? `${named} and ${more} more` : named
}
