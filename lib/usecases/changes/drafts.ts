// What people want to change, held against what is there.
import {
  type CurrentRevision,
  readCurrentRevisions,
  usedTeamNames,
  readLastIds,
} from '#db/queries/revisions.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { type Fleet, findObject } from '#lib/domain/fleet/fleet.ts'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { isNamedInTeam, type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import { type ModelObject, type ObjectRef, refKey } from '#lib/domain/objects/objects.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { notFound } from '../define.ts'
import { inTurns } from '../in-turns.ts'
import { Refusal } from '../refusal.ts'
import type { Precondition } from './write-options.ts'

/** One object as somebody wants it; `after` null: gone. */
export type Draft = {
  readonly ref: ObjectRef
  readonly after: ModelObject | null
  /** `create` refuses what exists, `replace` what doesn't, `apply` takes either. */
  readonly verb: 'create' | 'replace' | 'apply'
  readonly precondition: Precondition
  /** Where in what was sent an issue of the object stands. */
  readonly locate: (path: Issue['path']) => Issue['path']
}

/** A draft and what it would replace, with the object's id. */
export type ResolvedDraft = {
  readonly kind: Kind
  readonly id: number
  readonly ref: ObjectRef
  readonly current: CurrentRevision | null
  readonly before: ModelObject | null
  readonly after: ModelObject | null
  /** Whether the draft differs from what is there. */
  readonly isEdit: boolean
  readonly locate: Draft['locate']
}

/** Entity tags are the number of the change that began the revision. */
export const entityTag = (began: number): string => `"${began}"`

/**
 * Finds what each draft is about and gives ids to what is new. Refuses names that are taken or held, absent objects and
 * preconditions that don't hold.
 */
export async function resolveDrafts(
  scope: TenantScope,
  fleet: Fleet,
  drafts: readonly Draft[],
  options: { freeName: boolean },
): Promise<ResolvedDraft[]> {
  const found = new Map(
    (
      await readCurrentRevisions(
        scope,
        drafts.map(({ ref }) => ref),
      )
    ).map((row) => [keyOf(row), row]),
  )
  const coming = drafts.filter(({ ref }) => !found.has(refKey(ref))).map(({ ref }) => ref)
  const newTeams = coming.flatMap(({ kind, name }) => (kind === 'team' ? [name] : []))
  const heldNames = await usedTeamNames(scope, options.freeName ? [] : newTeams)
  const lastIds = await readLastIds(scope, [...new Set(coming.map(({ kind }) => kind))])
  const resolved: ResolvedDraft[] = []
  for await (const draft of inTurns(drafts)) {
    const current = found.get(refKey(draft.ref)) ?? null
    requireAllowed(draft, current, heldNames)
    const before = current && (findObject(fleet, draft.ref)?.object ?? null)
    const id = current?.object ?? nextId(lastIds, draft.ref.kind)
    const { ref, after, locate } = draft
    const isEdit = !(before && after && isSame(before, after))
    resolved.push({ kind: ref.kind, id, ref, current, before, after, isEdit, locate })
  }
  return resolved
}

function nextId(lastIds: Map<Kind, number>, kind: Kind): number {
  const id = (lastIds.get(kind) ?? 0) + 1
  lastIds.set(kind, id)
  return id
}

function keyOf({ kind, team, name }: CurrentRevision): string {
  return refKey({ kind, team: isNamedInTeam(kind) ? team : null, name })
}

function requireAllowed(
  draft: Draft,
  current: CurrentRevision | null,
  heldNames: ReadonlySet<string>,
): void {
  const { ref, verb } = draft
  if (verb === 'replace' && !current) throw notFound()
  if (verb === 'create' && current) {
    throw new Refusal('conflict', `There is ${kinds[ref.kind].one} of that name already.`, {
      code: 'name_taken',
      issues: [{ path: ['name'], code: 'name_taken', reason: 'The name is taken.' }],
    })
  }
  if (!current && ref.kind === 'team' && heldNames.has(ref.name)) {
    throw new Refusal(
      'conflict',
      `The name ${ref.name} belonged to a team that was deleted. Add ?freeName=true to give it again.`,
      { code: 'name_held' },
    )
  }
  if (current) requirePrecondition(draft.precondition, entityTag(current.began))
}

function requirePrecondition(precondition: Precondition, tag: string): void {
  if (precondition === '*' || precondition.includes(tag)) return
  throw new Refusal(
    'precondition_failed',
    'The object was changed since you read it. Read it again, and decide again.',
    { members: { etag: tag } },
  )
}

function isSame(a: ModelObject, b: ModelObject): boolean {
  return JSON.stringify(objectJson(a)) === JSON.stringify(objectJson(b))
}
