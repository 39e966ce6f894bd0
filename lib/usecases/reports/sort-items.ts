// Whose the applications are that a cluster has: its root, ours, and others.
import {
  type ApplicationName,
  findApplications,
  type NamedApplication,
  type PlacedApplication,
} from '#db/queries/observed-wanted.ts'
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
  const known = new Set(placed.map(({ team, name }) => key(team, name)))
  const unknown = namesIn(items, own).filter(({ team, name }) => !known.has(key(team, name)))
  return sortBy([...placed, ...(await findApplications(scope, unknown))], items, own)
}

/** Which applications would be ours by the names of items. */
export function namesIn(
  items: readonly ReportedItem[],
  { namespace, reports }: OwnItems,
): readonly ApplicationName[] {
  return items.flatMap((item) => {
    const pair = isMadeIn(namespace, item) ? reports.pairOf(item.name) : null
    return pair ? [{ team: pair.team, name: pair.application }] : []
  })
}

function isMadeIn(namespace: string, item: ReportedItem): boolean {
  return item.namespace === namespace && item.isTracked
}

/** The same by the applications that there are or were of these names. */
export function sortBy(
  applications: readonly NamedApplication[],
  items: readonly ReportedItem[],
  own: OwnItems,
): SortedItems {
  const { namespace, reports } = own
  const known = new Map(
    applications.map(({ team, name, application }) => [key(team, name), application]),
  )
  let root: ReportedItem | null = null
  const ours = new Map<number, ReportedItem>()
  const foreign = new Map<string, ReportedItem>()
  for (const item of items) {
    const pair = isMadeIn(namespace, item) ? reports.pairOf(item.name) : null
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
