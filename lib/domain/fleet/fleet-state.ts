// What a fleet holds, and what an edit is to it.
import type {
  Application,
  Cluster,
  ModelObject,
  TargetPolicy,
  Team,
} from '#lib/domain/objects/objects.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import type { ArgocdNamespaces } from './argocd-namespaces.ts'
import type { Indexes, Rule } from './rules.ts'
import type { Change, Shelf } from './shelf.ts'

/** One object created or replaced (`after`) or deleted (null). Ids are dense in a kind and never used again. */
export type Edit =
  | { readonly kind: 'team'; readonly id: number; readonly after: Team | null }
  | { readonly kind: 'cluster'; readonly id: number; readonly after: Cluster | null }
  | { readonly kind: 'application'; readonly id: number; readonly after: Application | null }
  | { readonly kind: 'target-policy'; readonly id: number; readonly after: TargetPolicy | null }

/** What edits do to each kind. */
export type Changes = {
  readonly teams: readonly Change<Team>[]
  readonly clusters: readonly Change<Cluster>[]
  readonly applications: readonly Change<Application>[]
  readonly policies: readonly Change<TargetPolicy>[]
}

type Shelves = {
  readonly teams: Shelf<Team>
  readonly clusters: Shelf<Cluster>
  readonly applications: Shelf<Application>
  readonly policies: Shelf<TargetPolicy>
}

export type FleetState = Shelves & {
  readonly indexes: Indexes
  readonly argocdNamespaces: ArgocdNamespaces
  /** By policy id. */
  readonly rules: readonly (Rule | undefined)[]
  /** By team id, the clusters that the team may use; null: all. */
  readonly boundaries: readonly (Bits | null | undefined)[]
  /** By application id, its clusters. */
  readonly placements: readonly (Bits | undefined)[]
}

/** Each edited object before and after. An edit that deletes what isn't there is none. */
export function changesOf(shelves: Shelves, edits: readonly Edit[]): Changes {
  const teams = new Map<number, Change<Team>>()
  const clusters = new Map<number, Change<Cluster>>()
  const applications = new Map<number, Change<Application>>()
  const policies = new Map<number, Change<TargetPolicy>>()
  for (const edit of edits) {
    switch (edit.kind) {
      case 'team':
        noteChange(teams, shelves.teams, edit.id, edit.after)
        break
      case 'cluster':
        noteChange(clusters, shelves.clusters, edit.id, edit.after)
        break
      case 'application':
        noteChange(applications, shelves.applications, edit.id, edit.after)
        break
      case 'target-policy':
        noteChange(policies, shelves.policies, edit.id, edit.after)
        break
    }
  }
  return {
    teams: [...teams.values()],
    clusters: [...clusters.values()],
    applications: [...applications.values()],
    policies: [...policies.values()],
  }
}

function noteChange<T extends ModelObject>(
  changes: Map<number, Change<T>>,
  shelf: Shelf<T>,
  id: number,
  after: T | null,
) {
  const before = shelf.slots[id] ?? null
  if (before === null && after === null) changes.delete(id)
  else changes.set(id, { id, before, after })
}
