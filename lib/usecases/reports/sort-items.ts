// Whose the applications are that a cluster has: its root, ours, and others.
import { findApplications, type PlacedApplication } from '#db/queries/observed-wanted.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { StoredItem } from '#db/schema/observed.ts'
import type { ReportedItem } from '#lib/domain/observed/reported.ts'
import type { Reconciler } from '#lib/domain/reconcilers/interface/reconciler.ts'

export type SortedItems = {
  /** Null: the report doesn't name it. */
  readonly root: ReportedItem | null
  /** By the numbers of applications that there are or were. */
  readonly ours: ReadonlyMap<number, ReportedItem>
  readonly foreign: readonly ReportedItem[]
}

/** Where a cluster's reconciler keeps what it made of Berth's files, and how that is named. */
export type OwnItems = {
  readonly namespace: string
  readonly reports: Reconciler['reports']
}

/** Whether an item is the root, made where its reconciler makes things. */
export function isRootOf({ namespace, reports }: OwnItems, item: ReportedItem): boolean {
  return item.name === reports.root && item.namespace === namespace && item.isTracked
}

/** Whatever bears one of our names is ours only if the root made it, where it makes things. */
export async function sortItems(
  scope: TenantScope,
  items: readonly ReportedItem[],
  placed: readonly PlacedApplication[],
  own: OwnItems,
): Promise<SortedItems> {
  const { namespace, reports } = own
  const known = new Map(placed.map(({ team, name, application }) => [key(team, name), application]))
  const isOwn = (item: ReportedItem) => item.namespace === namespace && item.isTracked
  const unknown = items
    .flatMap((item) => (isOwn(item) ? (reports.pairOf(item.name) ?? []) : []))
    .filter(({ team, application }) => !known.has(key(team, application)))
    .map(({ team, application }) => ({ team, name: application }))
  for (const { team, name, application } of await findApplications(scope, unknown)) {
    known.set(key(team, name), application)
  }
  let root: ReportedItem | null = null
  const ours = new Map<number, ReportedItem>()
  const foreign = new Map<string, ReportedItem>()
  for (const item of items) {
    const pair = isOwn(item) ? reports.pairOf(item.name) : null
    const application = pair && known.get(key(pair.team, pair.application))
    if (isRootOf(own, item)) root = item
    else if (application) ours.set(application, item)
    else foreign.set(key(item.namespace, item.name), item)
  }
  return { root, ours, foreign: [...foreign.values()] }
}

/** Neither part holds a slash. */
function key(first: string, second: string): string {
  return `${first}/${second}`
}

/** As it is kept: without its name, its history, which is kept apart, and what changes with nothing else. */
export function storedItem(item: ReportedItem): StoredItem {
  const { namespace: _, name: __, history: ___, reconciledAt: ____, ...kept } = item
  return {
    ...kept,
    startedAt: kept.startedAt?.toISOString() ?? null,
    finishedAt: kept.finishedAt?.toISOString() ?? null,
  }
}

/** What was kept of an application, as if it were reported again. */
export function restoredItem(
  { namespace, name }: Pick<ReportedItem, 'namespace' | 'name'>,
  stored: StoredItem,
): ReportedItem {
  return {
    ...stored,
    namespace,
    name,
    startedAt: instantOf(stored.startedAt),
    finishedAt: instantOf(stored.finishedAt),
    reconciledAt: null,
    history: [],
  }
}

function instantOf(at: string | null): Date | null {
  return at === null ? null : new Date(at)
}
