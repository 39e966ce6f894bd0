import type { Resource } from '#lib/domain/access/permissions.ts'
import type { ModelObject, ObjectRef } from '#lib/domain/objects/objects.ts'
import type { Checked } from '#lib/domain/text/issue.ts'
import { accepted } from '#lib/domain/text/issue.ts'
import { readApplication } from '#lib/schemas/application.ts'
import { readCluster } from '#lib/schemas/cluster.ts'
import { readTargetPolicy } from '#lib/schemas/target-policy.ts'
import { readTeam } from '#lib/schemas/team.ts'
import type { Process } from '../process.ts'

/** What the verbs need to know of a kind of object. */
export type Noun = {
  readonly kind: ModelObject['kind']
  /** As in paths and in the names of use cases. */
  readonly plural: string
  readonly read: (json: unknown, process: Process) => Checked<ModelObject>
}

export const teamNoun: Noun = {
  kind: 'team',
  plural: 'teams',
  read: (json, { environment }) => readTeam(json, environment.reservedNamespaces),
}
export const clusterNoun: Noun = { kind: 'cluster', plural: 'clusters', read: readCluster }
export const applicationNoun: Noun = {
  kind: 'application',
  plural: 'applications',
  read: readApplication,
}
export const targetPolicyNoun: Noun = {
  kind: 'target-policy',
  plural: 'target-policies',
  read: readTargetPolicy,
}

export const nouns: Readonly<Record<Noun['kind'], Noun>> = {
  team: teamNoun,
  cluster: clusterNoun,
  application: applicationNoun,
  'target-policy': targetPolicyNoun,
}

/** What a permission on an object is asked for. */
export function resourceOf(object: ModelObject): Resource {
  switch (object.kind) {
    case 'team':
      return { kind: 'team', team: object.name }
    case 'cluster':
      return { kind: 'cluster' }
    case 'application':
      return { kind: 'application', team: object.team }
    case 'target-policy':
      return { kind: 'target-policy', team: object.team }
  }
}

export type RefParameters = { readonly namespace?: string; readonly name: string }

/** The ref that a path names; a path that no name can match finds nothing later on. */
export function refFromPath(kind: Noun['kind'], { namespace, name }: RefParameters): ObjectRef {
  return { kind, team: kind === 'application' ? (namespace ?? '') : null, name }
}

/** For inputs that the transport reads whole, such as paths and options. */
export function asRead<T>(input: T): Checked<T> {
  return accepted(input)
}
