// What came of a change, in sentences: what was done, and what it moved.
import { isNamedInTeam, type Kind, kinds, PLACING_KINDS } from '#lib/domain/objects/kinds.ts'
import type { ImpactSummary } from '#lib/schemas/impact-summary.ts'
import { changeWords, type Edited, editVerb } from './change-words.ts'

/** Actions whose change says more than what became of its objects. */
const WAYS: Readonly<Record<string, string>> = {
  'team-requests.approve': 'as somebody asked for it',
  'changes.revert': 'to undo a change',
  'applications.rollback': 'to roll it back',
  'clusters.register': 'by registering itself',
}

/** What was done to the only object, after its name: `was created`. */
export function doneTo(action: string, { before, after }: Edited): string {
  const done = before === null ? 'was created' : after === null ? 'was deleted' : 'was changed'
  const way = WAYS[action]
  return way === undefined ? `${done}.` : `${done}, ${way}.`
}

/** What was done to several objects, or to none. */
export function doneToAll(action: string, edited: readonly Edited[], objects: number): string {
  if (objects === 0) return `${changeWords(action, [], 0)}.`
  if (objects === 1) return 'One object was edited.'
  const [verb, ...others] = new Set(edited.map(editVerb))
  const isSame = verb !== undefined && others.length === 0 && edited.length === objects
  return `${number(objects)} objects were ${isSame ? verb.toLowerCase() : 'edited'}.`
}

/** What moved; null: the change is of what no placement depends on. */
export function movedWords(
  edited: readonly Edited[],
  summary: ImpactSummary | null,
): string | null {
  if (summary === null) return null
  const { placements, applications, clusters } = summary
  const { added, removed, changed } = placements
  if (added + removed + changed === 0) return unmovedWords(edited)
  const parts = [
    ...(added > 0 ? [`adds ${counted(added, 'placement')}`] : []),
    ...(removed > 0 ? [`removes ${counted(removed, 'placement')}`] : []),
    ...(changed > 0 ? [`changes ${counted(changed, 'placement')}`] : []),
  ]
  return `It ${listed(parts)}: ${counted(applications, 'application')} on ${counted(clusters, 'cluster')}.`
}

function unmovedWords(edited: readonly Edited[]): string | null {
  if (edited.every(({ kind }) => !isPlacing(kind))) return null
  const [only] = edited
  if (edited.length > 1 || only === undefined) return 'No placement moved.'
  const isNew = only.before === null
  return isNew ? (UNMOVED_NEW[only.kind] ?? 'No placement moved.') : 'No placement moved.'
}

/** Why nothing moves with a new object. */
const UNMOVED_NEW: Readonly<Partial<Record<Kind, string>>> = {
  application: 'It runs nowhere with that: no policy placed it on a cluster.',
  cluster: 'Nothing runs on it with that: no policy placed an application on it.',
  team: 'Nothing moved: a team has no applications at first.',
  'target-policy':
    'Nothing moved: it selects no application and cluster that meet, or none anew, or its scheduler has not decided yet.',
}

function isPlacing(kind: Kind): boolean {
  return PLACING_KINDS.some((placing) => placing === kind)
}

/** The kind and whose it is, before the name of an object that starts a sentence. */
export function kindAndTeam({ kind, team }: Edited): string {
  const { word } = kinds[kind]
  const title = `${word.charAt(0).toUpperCase()}${word.slice(1)}`
  return isNamedInTeam(kind) && team !== null ? `${title} ${team} / ` : `${title} `
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

function counted(count: number, word: string): string {
  return `${number(count)} ${count === 1 ? word : `${word}s`}`
}

function number(value: number): string {
  return value.toLocaleString('en')
}
