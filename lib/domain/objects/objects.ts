// The objects that people describe, how each is named, and who owns it.
import { isNamedInTeam, type Kind } from './kinds.ts'
import type { ObjectOfKind } from './object-json.ts'

export type ModelObject = ObjectOfKind<Kind>
export type Team = ObjectOfKind<'team'>
export type Cluster = ObjectOfKind<'cluster'>
export type ClusterType = ObjectOfKind<'cluster-type'>
export type Application = ObjectOfKind<'application'>
export type RegistrationToken = ObjectOfKind<'registration-token'>
export type TargetPolicy = ObjectOfKind<'target-policy'>
export type Config = ObjectOfKind<'config'>
export type ConfigSchema = ObjectOfKind<'config-schema'>
export type Scheduler = ObjectOfKind<'scheduler'>
export type Subscription = ObjectOfKind<'subscription'>

export type Environment = ObjectOfKind<'environment'>
export type Freeze = ObjectOfKind<'freeze'>
export type GuardRule = ObjectOfKind<'guard-rule'>
export type AlertRule = ObjectOfKind<'alert-rule'>
export type SavedReport = ObjectOfKind<'saved-report'>
export type Silence = ObjectOfKind<'silence'>
export type MetricSource = ObjectOfKind<'metric-source'>

export type TeamRole = Team['groups'][number]['role']
export type NetworkMode = Team['network']
export type DefaultProject = NonNullable<Cluster['defaultProject']>
export type Confinement = Cluster['confinement']
export type PolicyEffect = TargetPolicy['effect']

/** Names one object: an application by team and name, the others by name alone (`team` null). */
export type ObjectRef = {
  readonly kind: Kind
  readonly team: string | null
  readonly name: string
}

export function refOf(object: ModelObject): ObjectRef {
  return { kind: object.kind, team: namespaceOf(object), name: object.name }
}

/** The team that is part of the name of an object; null: its name alone is enough. */
export function namespaceOf(object: ModelObject): string | null {
  return isNamedInTeam(object.kind) ? ownerOf(object) : null
}

/** The team that owns an object; null: none does, or it is a team. */
export function ownerOf(object: ModelObject): string | null {
  return 'team' in object ? object.team : null
}

/** A ref as one string, for maps and sorting; names hold no `/`. */
export function refKey(ref: ObjectRef): string {
  return ref.team === null ? `${ref.kind}/${ref.name}` : `${ref.kind}/${ref.team}/${ref.name}`
}
