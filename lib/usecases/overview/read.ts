// The data of the first page: totals, the newest changes, and what still waits for Git.
import { type Backlog, readTenantBacklog } from '#db/queries/backlog.ts'
import { countObjects } from '#db/queries/objects.ts'
import {
  countPresentPullRequests,
  type PresentPullRequests,
} from '#db/queries/pull-request-lists.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { BY_NAME } from '#lib/domain/lists/orders.ts'
import { exactly, type Total } from '#lib/domain/lists/total.ts'
import { type Kind, PLACING_KINDS, type PlacingKind } from '#lib/domain/objects/kinds.ts'
import { type Change, everyChange, listChangesUseCase } from '../changes/read.ts'
import { asked, type Context, defineRead } from '../define.ts'
import { everyPlacement, listPlacementsUseCase } from '../placements/list.ts'

const CHANGES_SHOWN = 8

export type Overview = {
  readonly counts: Readonly<Record<PlacingKind | 'placement', Total>>
  readonly changes: readonly Change[]
  readonly backlog: Backlog
  readonly pullRequests: PresentPullRequests
}

/** `environment`: of changes those that moved placements there; null: all. */
export const readOverviewUseCase = defineRead<{ readonly environment: string | null }, Overview>({
  name: 'overview.read',
  load: () => asked({ kind: 'tenant' }),
  run: async (context, { environment }) => {
    const placements = await listPlacementsUseCase.within(context, {
      at: null,
      filter: everyPlacement,
      after: null,
      limit: 0,
    })
    const changes = await listChangesUseCase.within(context, {
      at: null,
      filter: { ...everyChange, environment },
      before: null,
      limit: CHANGES_SHOWN,
    })
    return {
      counts: {
        ...(await countEachKind(context)),
        placement: { total: placements.total, totalIsExact: placements.totalIsExact },
      },
      changes: changes.items,
      backlog: await readTenantBacklog(context.scope),
      pullRequests: await countPresentPullRequests(context.scope),
    }
  },
})

async function countEachKind(context: Context): Promise<Record<PlacingKind, Total>> {
  const counts: Partial<Record<PlacingKind, Total>> = {}
  for (const kind of PLACING_KINDS) counts[kind] = await countOf(context, kind)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each of these kinds has its count
  return counts as Record<PlacingKind, Total>
}

async function countOf({ scope, actor }: Context, kind: Kind): Promise<Total> {
  const counted = await countObjects(scope, {
    kind,
    change: null,
    selector: null,
    text: null,
    teams: readableTeams(actor),
    sort: BY_NAME,
  })
  return exactly(counted)
}
