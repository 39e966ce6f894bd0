// The release of an application to clusters on which all is there by now that it waited for, which Berth does by itself.
import { inTenant } from '#db/client.ts'
import { claimDependent, deleteDependent, hastenDependent } from '#db/queries/dependents.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import type { Evidence } from '#lib/domain/dependencies/met.ts'
import { releasesOfMet } from '#lib/domain/dependencies/release-met.ts'
import { type Part, waitingClusters } from '#lib/domain/dependencies/waiting.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import { type Dependency, dependencyJson } from '#lib/domain/objects/application/dependency.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import type { ReleaseChange } from '#lib/domain/releases/release.ts'
import { LOOK_EVERY_MS } from '#lib/domain/rollouts/gates.ts'
import {
  type Bits,
  countBits,
  intersect,
  isEmpty,
  NO_BITS,
  subtract,
  uniteAll,
} from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { passFailPoint } from '#lib/runtime/fail-point.ts'
import type { KeptReleased } from '#lib/schemas/kept-released.ts'
import { auditName } from '../audit/subject.ts'
import { submitDrafts } from '../changes/submit.ts'
import { PLAIN_WRITE } from '../changes/write-options.ts'
import { defineOwnEdit, type EditContext } from '../define.ts'
import { subjectOf } from '../objects/requested-object.ts'
import type { Services } from '../services.ts'
import type { TenantIdentity } from '../session.ts'
import { evidenceJson } from './evidence-json.ts'
import { lookAt, type Look } from './look.ts'

export type ReleaseOutcome = {
  /** The change that released it; null: none did. */
  readonly change: number | null
}

const NOTHING: ReleaseOutcome = { change: null }

/**
 * Looks at an application that is due, and releases it where it may be. Edits wait for that only where there is something to
 * release. Does nothing if another process was first.
 */
export async function releaseMet(
  services: Services,
  tenant: TenantIdentity,
  application: number,
): Promise<ReleaseOutcome> {
  const inScope = <T>(run: (scope: TenantScope) => Promise<T>) =>
    inTenant(services.database, tenant.id, (tx) => run({ tx, tenant: tenant.id }))
  // By itself and before anything is read: an edit that is kept from then on has it looked at again.
  if (!(await inScope((scope) => claimDependent(scope, application, LOOK_EVERY_MS)))) return NOTHING
  const found = await inScope((scope) => lookAhead(services, scope, application))
  return found === null ? NOTHING : release(services, tenant, { application, among: found })
}

/** The clusters on which it may be released, or none because it waits no more; null: it waits on all. */
async function lookAhead(
  { fleets }: Services,
  scope: TenantScope,
  id: number,
): Promise<Bits | null> {
  const { lastChange } = await readTenantState(scope, { lock: false })
  const fleet = await fleets.at(scope, lastChange)
  const waiting = waitingClusters(fleet, id)
  if (waiting.length === 0) return NO_BITS
  const { met, opensAt } = await lookAt(scope, fleet, applicationOf(fleet, id), waiting)
  if (met.length > 0) return uniteAll(met.map(({ clusters }) => clusters))
  if (opensAt !== null) await hastenDependent(scope, id, new Date(opensAt))
  return null
}

type Found = { readonly application: number; readonly among: Bits }

const release = defineOwnEdit<Found, ReleaseOutcome>(
  async (context, { application: id, among }) => {
    passFailPoint('C1')
    const { scope } = context
    // Nothing is saved until an admin decides between Git and the database.
    if ((await context.state()).gitStop !== null) return NOTHING
    const fleet = await context.fleet()
    const waiting = waitingClusters(fleet, id)
    if (waiting.length === 0) {
      await deleteDependent(scope, id)
      return NOTHING
    }
    const application = applicationOf(fleet, id)
    const look = await lookAt(scope, fleet, application, partsAmong(waiting, among))
    passFailPoint('C2')
    if (look.met.length === 0) return NOTHING
    // What the change itself leaves behind it marks again.
    if (countClusters(look.met) === countClusters(waiting)) await deleteDependent(scope, id)
    const change = await releaseTo(context, application, look)
    passFailPoint('C3')
    return { change }
  },
)

async function releaseTo(
  context: EditContext,
  application: Identified<Application>,
  look: Look,
): Promise<number> {
  const { object } = application
  const clusters = uniteAll(look.met.map((part) => part.clusters))
  const released = factsOf(object.dependsOn, look.evidence, clusters)
  const outcome = await submitDrafts(context, {
    action: 'applications.release',
    drafts: [],
    options: PLAIN_WRITE,
    ownReason: reasonOf(object, released.clusters),
    releases: (fleet) => releasesTo(fleet, application, look),
    released,
    isCarriedOut: true,
  })
  if (outcome.kind !== 'kept' || outcome.change === null) throw new Error('nothing was released')
  const { change } = outcome
  const name = auditName(subjectOf('application'), object.team, object.name)
  const needs = evidenceJson(object.dependsOn, look.evidence, clusters)
  const after = { clusters: released.clusters, needs }
  context.audit({ action: 'applications.release', object: name, after, change })
  return change
}

function releasesTo(
  fleet: Fleet,
  application: Identified<Application>,
  { met, underWay }: Look,
): ReleaseChange {
  const changes = met.map(({ environment, clusters }) =>
    releasesOfMet(fleet, application, environment, clusters, underWay),
  )
  return {
    ended: changes.flatMap(({ ended }) => ended),
    begun: changes.flatMap(({ begun }) => begun),
  }
}

function factsOf(
  dependencies: readonly Dependency[],
  evidence: readonly Evidence[],
  clusters: Bits,
): KeptReleased {
  return {
    clusters: countBits(clusters),
    dependencies: dependencies.map((dependency, index) => ({
      needed: dependencyJson(dependency),
      ...saidOf(dependency, clusters, evidence[index]!),
    })),
  }
}

function saidOf(
  { environment, healthy: mustBeHealthy }: Dependency,
  clusters: Bits,
  { least, healthy, reporting }: Evidence,
) {
  const isAsked = environment === null && mustBeHealthy
  return {
    number: least,
    healthy: isAsked ? countBits(intersect(clusters, healthy)) : 0,
    unheard: isAsked ? countBits(subtract(clusters, reporting)) : 0,
  }
}

/** So many names of what it needs are in the history’s sentence. */
const NAMED_MAX = 3

function reasonOf({ name, dependsOn }: Application, clusters: number): string {
  const needed = [...new Set(dependsOn.map((each) => `${each.namespace}/${each.application}`))]
  const rest = needed.length - NAMED_MAX
  const named = [...needed.slice(0, NAMED_MAX), ...(rest > 0 ? [`${rest} more`] : [])]
  const list = new Intl.ListFormat('en-GB').format(named)
  const where = counted(clusters, 'cluster')
  return `${name} is released to ${where}: ${list} ${needed.length === 1 ? 'is' : 'are'} there`
}

function countClusters(parts: readonly Part[]): number {
  return parts.reduce((sum, { clusters }) => sum + countBits(clusters), 0)
}

function partsAmong(parts: readonly Part[], among: Bits): readonly Part[] {
  return parts
    .map(({ environment, clusters }) => ({ environment, clusters: intersect(clusters, among) }))
    .filter(({ clusters }) => !isEmpty(clusters))
}

function applicationOf({ applications }: Fleet, id: number): Identified<Application> {
  return { id, object: applications.slots[id]! }
}
