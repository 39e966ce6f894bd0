// The review of access: who is known, what gives them which role, and which right on clusters follows from it.
import {
  countReviewedRoles,
  listReviewedRoles,
  type ReviewedRole,
  type ReviewPosition,
  type ReviewQuery,
} from '#db/queries/access-review.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { asked, defineRead } from '../define.ts'
import { environmentGrants } from './directory.ts'

export type { ReviewedRole }

export type ReviewAccessInput = {
  readonly filter: Omit<ReviewQuery, 'granted'>
  readonly after: ReviewPosition | null
  readonly limit: number
}

export type AccessReview = Total & {
  readonly items: readonly ReviewedRole[]
  readonly next: ReviewPosition | null
  /** What providers say of people has no history. */
  readonly asOf: 0
}

export const reviewAccessUseCase = defineRead<ReviewAccessInput, AccessReview>({
  name: 'people.review',
  load: () => asked({ kind: 'person', principal: null }),
  run: async ({ services, scope, tenant }, { filter, after, limit }) => {
    const query = { ...filter, granted: environmentGrants(services, tenant.name) }
    const rows = await listReviewedRoles(scope, query, { after, limit: limit + 1 })
    const items = rows.slice(0, limit)
    return {
      items,
      next: rows.length > limit ? items.at(-1)! : null,
      ...(await countReviewedRoles(scope, query)),
      asOf: 0,
    }
  },
})
