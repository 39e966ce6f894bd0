import { isNamedInTeam, type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import { counted } from '#lib/domain/text/counted.ts'

export type Edited = {
  readonly kind: Kind
  readonly team: string | null
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

/** What was done to one object, from its states before and after. */
export function editVerb({ before, after }: Pick<Edited, 'before' | 'after'>): string {
  if (before === null) return 'Created'
  return after === null ? 'Deleted' : 'Changed'
}

/** Changes that edit no object. */
const OBJECTLESS_WORDS: Readonly<Record<string, string>> = {
  'repository-settings.replace': 'Moved the repository',
  'repository-settings.clear': 'Moved the repository',
  'application-kinds.replace': 'Changed what teams may bring',
  'upgrade.confirm': 'Upgraded the manifests',
  'git-state.keep-database': 'Made Git equal to the database',
  'clusters.clear-branch': 'Cleared a folder that a cluster had left',
  'applications.release': 'Released to clusters that waited',
  'rollouts.wave': 'Rolled out a wave',
  'rollouts.rollback': 'Rolled back a rollout',
  'holds.put': 'Had a cluster hold its version',
  'holds.delete': 'Ended a hold',
  'holds.end': 'Ended a hold whose time was over',
}

/** A change in a few words; the object's own name is shown next to them. */
export function changeWords(action: string, edited: readonly Edited[], objects: number): string {
  const [only] = edited
  if (objects === 0) return OBJECTLESS_WORDS[action] ?? action
  if (objects === 1 && only) return `${editVerb(only)} ${kinds[only.kind].word}`
  return counted(objects, 'object')
}

export function editedName({ kind, team, name }: Edited): string {
  return isNamedInTeam(kind) && team !== null ? `${team}/${name}` : name
}
