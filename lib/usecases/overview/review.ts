// What an auditor looks at first, each figure the total of the list that it leads to.
import type { Total } from '#lib/domain/lists/total.ts'
import { DAY_MS } from '#lib/domain/observed/time-zone.ts'
import { reviewAccessUseCase } from '../access/review.ts'
import { listAuditUseCase } from '../audit/list.ts'
import { everyChange, listChangesUseCase } from '../changes/read.ts'
import { asked, type Context, defineRead } from '../define.ts'
import { completeLabelsUseCase } from '../labels/complete.ts'

/** So far back the figures reach. */
export const REVIEWED_DAYS = 30
const ENVIRONMENTS_SHOWN = 6

export type Review = {
  /** From this instant on; a whole day, so that the address of a list is the same all day. */
  readonly from: Date
  readonly changes: Total
  readonly unexplained: Total
  /** The environments of most clusters, and what moved placements there without a reason. */
  readonly environments: readonly { readonly name: string; readonly unexplained: Total }[]
  readonly refused: Total
  /** Roles of people in the tenant and in teams. */
  readonly roles: Total
}

export const readReviewUseCase = defineRead<null, Review>({
  name: 'overview.review',
  load: () => asked({ kind: 'audit' }),
  run: async (context) => {
    const today = Math.floor(context.services.clock().getTime() / DAY_MS)
    const from = new Date((today - REVIEWED_DAYS) * DAY_MS)
    const unexplained = { from, hasReason: false }
    const known = await completeLabelsUseCase.within(context, {
      kind: 'cluster',
      key: 'environment',
      prefix: '',
      limit: ENVIRONMENTS_SHOWN,
    })
    const environments: { name: string; unexplained: Total }[] = []
    for (const { text: name } of known.items) {
      const there = await countChanges(context, { ...unexplained, environment: name })
      environments.push({ name, unexplained: there })
    }
    return {
      from,
      changes: await countChanges(context, { from }),
      unexplained: await countChanges(context, unexplained),
      environments,
      refused: await countRefused(context, from),
      roles: totalOf(
        await reviewAccessUseCase.within(context, {
          filter: { text: null, team: null },
          after: null,
          limit: 1,
        }),
      ),
    }
  },
})

async function countChanges(context: Context, filter: Partial<typeof everyChange>): Promise<Total> {
  const page = { at: null, before: null, limit: 1 }
  return totalOf(
    await listChangesUseCase.within(context, { ...page, filter: { ...everyChange, ...filter } }),
  )
}

async function countRefused(context: Context, from: Date): Promise<Total> {
  const filter = {
    from,
    to: null,
    actor: null,
    action: null,
    result: 'refused',
    object: null,
    change: null,
    text: null,
  } as const
  return totalOf(
    await listAuditUseCase.within(context, { at: null, filter, before: null, limit: 1 }),
  )
}

function totalOf({ total, totalIsExact }: Total): Total {
  return { total, totalIsExact }
}
