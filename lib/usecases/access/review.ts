// The review of access: who is known, what gives them which role, and which right on clusters follows from it.
import {
  countReviewedRoles,
  listReviewedRoles,
  type ReviewedRole,
  type ReviewPosition,
  type ReviewQuery,
} from '#db/queries/access-review.ts'
import { asked, defineRead } from '../define.ts'
import { type PresentList, presentPage } from '../present-list.ts'
import { environmentGrants } from './directory.ts'

export type { ReviewedRole }

export type ReviewAccessInput = {
  readonly filter: Omit<ReviewQuery, 'granted'>
  readonly after: ReviewPosition | null
  readonly limit: number
}

export type AccessReview = PresentList<ReviewedRole, ReviewPosition>

export const reviewAccessUseCase = defineRead<ReviewAccessInput, AccessReview>({
  name: 'people.review',
  load: () => asked({ kind: 'person', principal: null }),
  run: async ({ services, scope, tenant }, { filter, after, limit }) => {
    const query = { ...filter, granted: environmentGrants(services, tenant.name) }
    const page = await presentPage(
      limit,
      (limit) => listReviewedRoles(scope, query, { after, limit }),
      (row): ReviewPosition => row,
    )
    return { ...page, ...(await countReviewedRoles(scope, query)) }
  },
})
