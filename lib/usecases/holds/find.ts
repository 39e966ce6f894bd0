// A pair of a cluster and an application, and the hold on it.
import { releasesOf } from '#lib/domain/fleet/deliveries.ts'
import { type Fleet, findObject } from '#lib/domain/fleet/fleet.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import type { Application, Cluster } from '#lib/domain/objects/objects.ts'
import { isHold, type Release } from '#lib/domain/releases/release.ts'
import { hasBit } from '#lib/domain/sets/bits.ts'
import { auditName, type Subject } from '../audit/subject.ts'
import type { Context, Loaded } from '../define.ts'
import { refFromPath } from '../objects/requested-object.ts'

export type HoldRef = {
  readonly cluster: string
  readonly namespace: string
  readonly application: string
}

export type FoundPair = {
  readonly application: Identified<Application>
  readonly cluster: Identified<Cluster>
}

export const holdSubject: Subject = { kind: 'hold', namedBy: [] }

/** In the order in which the address has them, but for the team, which always comes first. */
export function nameOfHold({ application, cluster }: FoundPair): string {
  const { team, name } = application.object
  return auditName(holdSubject, team, cluster.object.name, name)
}

export async function loadPair(
  { fleet: fleetOf }: Context,
  { ref }: { readonly ref: HoldRef },
): Promise<Loaded<FoundPair> | null> {
  const fleet = await fleetOf()
  const { namespace, application: name } = ref
  const found = findObject(fleet, refFromPath('application', { namespace, name }))
  const cluster = findByName(fleet.clusters, ref.cluster)
  if (found?.object.kind !== 'application' || cluster === null) return null
  const { id, object } = found
  const resource = { kind: 'hold', team: object.team } as const
  return { resource, found: { application: { id, object }, cluster } }
}

/** Null: the cluster holds nothing of the application. */
export function holdOn(
  fleet: Pick<Fleet, 'releases'>,
  { application, cluster }: FoundPair,
): Identified<Release> | null {
  const releases = fleet.releases[application.id] ?? []
  const isOn = ({ object }: Identified<Release>) =>
    isHold(object) && hasBit(object.clusters ?? [], cluster.id)
  return releases.find(isOn) ?? null
}

export function countHoldsOf(fleet: Pick<Fleet, 'releases'>, application: number): number {
  return releasesOf(fleet, application).filter(isHold).length
}
