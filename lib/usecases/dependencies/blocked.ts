// What placements wait for before they get what their environment has, as it is answered to somebody.
import {
  type Blocked,
  blockedOnEach,
  type Pair,
  pairsBehind,
} from '#lib/domain/dependencies/blocked.ts'
import { dependingIn } from '#lib/domain/dependencies/depending.ts'
import { lackingOf, lacksOn } from '#lib/domain/dependencies/lacking.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { dependencyJson } from '#lib/domain/objects/application/dependency.ts'
import { needsOthers } from '#lib/domain/objects/application/managed.ts'
import type {
  BlockedApplicationsJson,
  BlockedByJson,
  BlockedClustersJson,
} from '#lib/domain/objects/blocked-by.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { type Bits, countBits, idsIn } from '#lib/domain/sets/bits.ts'
import type { Context } from '../define.ts'
import { readKnown } from './known.ts'
import { seenBy } from './sees.ts'

type Asker = Pick<Context, 'actor' | 'scope' | 'services' | 'fleet'>

/** What one pair waits for, down to the root; nothing, if it has what it is to have. */
export async function blockedBy(context: Asker, pair: Pair): Promise<BlockedByJson[]> {
  const fleet = await context.fleet()
  if (!lacksOn(fleet, pair.application, pair.cluster)) return []
  const [found] = await chainsOf(context, fleet, [pair])
  return found!
}

/** What each of some pairs waits for, in their order, without what lies behind that. */
export async function blockedByEach(
  context: Asker,
  pairs: readonly Pair[],
): Promise<readonly BlockedByJson[][]> {
  const fleet = await context.fleet()
  const lacking = pairs.filter(({ application, cluster }) => lacksOn(fleet, application, cluster))
  if (lacking.length === 0) return pairs.map(() => [])
  const blocked = await readBlocked(context, fleet, lacking)
  const found = new Map(lacking.map((pair, index) => [pair, jsonsOf(fleet, blocked[index]!)]))
  return pairs.map((pair) => found.get(pair) ?? [])
}

/** What an application waited for at a time in the past: nothing, if it needed nothing; null: that isn't known. */
export function blockedThen(application: Application | undefined): BlockedByJson[] | null {
  return needsOthers(application) ? null : []
}

/** So many clusters of an application, or applications of a cluster, are looked at. */
const LOOKED_AT_MAX = 100

/** What lies behind is told of so many groups. */
const CHAINS_MAX = 10

/** Where an application waits for others; null: it needs none. */
export async function blockedClusters(
  context: Asker,
  application: number,
): Promise<BlockedClustersJson | null> {
  return blockedAmong(context, application, lackingOf(await context.fleet(), application))
}

/** Where it waits for others, of some clusters that don't have yet what they are to have. */
export async function blockedAmong(
  context: Asker,
  application: number,
  lacking: Bits,
): Promise<BlockedClustersJson | null> {
  const fleet = await context.fleet()
  if (!needsOthers(fleet.applications.slots[application])) return null
  const pairs = idsIn(lacking)
    .slice(0, LOOKED_AT_MAX)
    .map((cluster) => ({ application, cluster }))
  const blocked = await readBlocked(context, fleet, pairs)
  const isBlocked = (index: number) => blocked[index]!.length > 0
  const indexes = pairs.map((_, index) => index).filter(isBlocked)
  const groups = [...Map.groupBy(indexes, (index) => likeness(blocked[index]!)).values()]
  const firsts = groups.map(([first]) => first!)
  const chains = await chainsOf(
    context,
    fleet,
    firsts.slice(0, CHAINS_MAX).map((first) => pairs[first]!),
  )
  return {
    clusters: countBits(lacking),
    looked_at: pairs.length,
    groups: groups.map((group, index) => ({
      clusters: group.length,
      by: chains[index] ?? jsonsOf(fleet, blocked[firsts[index]!]!),
    })),
  }
}

/** What pairs wait for that wait for the same, whenever each began. */
function likeness(blocked: readonly Blocked[]): string {
  return JSON.stringify(
    blocked.map(({ unmet }) => unmet && [dependencyJson(unmet.dependency), unmet.code, unmet.has]),
  )
}

/** Which applications wait for others on a cluster; null: all have there what they are to have. */
export async function blockedApplications(
  context: Asker,
  cluster: number,
): Promise<BlockedApplicationsJson | null> {
  const fleet = await context.fleet()
  const { slots } = fleet.applications
  const sees = seenBy(context.actor)
  const lacking = dependingIn(fleet).filter(
    (id) => lacksOn(fleet, id, cluster) && sees(slots[id]!.team, slots[id]!),
  )
  if (lacking.length === 0) return null
  const pairs = lacking.slice(0, LOOKED_AT_MAX).map((application) => ({ application, cluster }))
  const chains = await chainsOf(context, fleet, pairs)
  return {
    applications: lacking.length,
    looked_at: pairs.length,
    items: pairs.flatMap(({ application }, index) => {
      const { team: namespace, name } = slots[application]!
      const by = chains[index]!
      return by.length === 0 ? [] : [{ namespace, application: name, by }]
    }),
  }
}

/** What some pairs wait for, each down to the root. */
async function chainsOf(
  context: Asker,
  fleet: Fleet,
  pairs: readonly Pair[],
): Promise<readonly BlockedByJson[][]> {
  const sees = seenBy(context.actor)
  const all = pairsBehind(fleet, pairs, sees)
  const known = await readKnown(context, fleet, all)
  const chains = blockedOnEach(fleet, pairs, known, sees, all)
  return chains.map((blocked) => jsonsOf(fleet, blocked))
}

async function readBlocked(
  context: Asker,
  fleet: Fleet,
  pairs: readonly Pair[],
): Promise<readonly (readonly Blocked[])[]> {
  const known = await readKnown(context, fleet, pairs)
  return blockedOnEach(fleet, pairs, known, seenBy(context.actor), [])
}

function jsonsOf(fleet: Fleet, blocked: readonly Blocked[]): BlockedByJson[] {
  return blocked.map((each) => blockedByJson(fleet, each))
}

function blockedByJson(fleet: Fleet, { cluster: id, unmet, behind }: Blocked): BlockedByJson {
  const cluster = fleet.clusters.slots[id]!.name
  if (unmet === null) {
    const text = 'waits for an application of another team'
    return { ...HIDDEN, cluster, text, behind: [] }
  }
  const { dependency, code, has, since, reason } = unmet
  const { namespace, application, on, min_version: needs = null } = dependencyJson(dependency)
  return {
    namespace,
    application,
    cluster,
    on,
    code,
    needs,
    has,
    since: since && since.toISOString(),
    text: `waits for ${namespace}/${application} (${reason})`,
    behind: jsonsOf(fleet, behind),
  }
}

const HIDDEN = {
  namespace: null,
  application: null,
  on: null,
  code: null,
  needs: null,
  has: null,
  since: null,
}
