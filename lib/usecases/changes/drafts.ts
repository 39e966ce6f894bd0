// Compares what people want to change with what exists.
import { IMPLIED, impliedObject } from '#lib/domain/objects/implied.ts'
import { readLastIds, usedTeamNames } from '#db/queries/revisions.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { type Fleet, findObject } from '#lib/domain/fleet/fleet.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import type { ModelObject, ObjectRef } from '#lib/domain/objects/objects.ts'
import {
  NO_SECRETS,
  replacesSecret,
  type SentSecrets,
  withSecretStates,
} from '#lib/domain/objects/secrets.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { type Context, notFound } from '../define.ts'
import { inSlices } from '../in-slices.ts'
import { holdsSecret } from '../objects/kept-secrets.ts'
import { Refusal } from '../refusal.ts'
import type { Precondition } from './write-options.ts'

/** The state in which somebody wants one object; `after` null: deleted. */
export type Draft = {
  readonly ref: ObjectRef
  readonly after: ModelObject | null
  /** `create` refuses an existing object, `replace` a missing one, `apply` accepts both. */
  readonly verb: 'create' | 'replace' | 'apply'
  readonly precondition: Precondition
  /** Those that were sent with it; absent: none. */
  readonly secrets?: SentSecrets
  /** The path in the request for a path in the object. */
  readonly locate: (path: Issue['path']) => Issue['path']
}

/** A draft and what it would replace, with the object's id. */
export type ResolvedDraft = {
  readonly kind: Kind
  readonly id: number
  readonly ref: ObjectRef
  readonly before: ModelObject | null
  /** The same value as `before` if they are equal. */
  readonly after: ModelObject | null
  readonly isEdit: boolean
  readonly secrets: SentSecrets
  readonly locate: Draft['locate']
}

/** An entity tag is the number of the change that began the revision. */
export const entityTag = (began: number): string => `"${began}"`

/**
 * Finds the object of each draft, and assigns ids to new objects. Refuses names that are taken or reserved, missing
 * objects, and preconditions that don't hold.
 */
export async function resolveDrafts(
  context: Context,
  fleet: Fleet,
  drafts: readonly Draft[],
  options: { freeName: boolean; dryRun: boolean },
): Promise<ResolvedDraft[]> {
  const { scope, services } = context
  const found: Found[] = []
  for await (const draft of inSlices(drafts)) {
    const current = findObject(fleet, draft.ref)
    const isImplied = current === null && impliedObject(draft.ref) !== null
    requireAllowed(draft, current !== null || isImplied)
    if (current) requirePrecondition(draft, entityTag(services.fleets.beganOf(current.object)))
    if (isImplied) requirePrecondition(draft, entityTag(IMPLIED))
    found.push({ draft, current })
  }
  const newId = await idsForNew(
    scope,
    found.flatMap(({ draft, current }) => (current ? [] : [draft.ref])),
    options,
  )
  const resolved: ResolvedDraft[] = []
  for await (const { draft, current } of inSlices(found)) {
    const { ref, locate, secrets = NO_SECRETS } = draft
    const { id, object: before } = current ?? { id: newId(ref.kind), object: null }
    const wanted = draft.after && withSecretStates(draft.after, before, secrets)
    const isKept =
      current !== null &&
      wanted !== null &&
      isSame(current.object, wanted) &&
      !(await bringsSecrets(context, current, secrets, options))
    const after = isKept ? before : wanted
    resolved.push({ kind: ref.kind, id, ref, before, after, isEdit: !isKept, secrets, locate })
  }
  return resolved
}

/**
 * Whether the secrets that were sent take the place of others. A dry run takes it that they do: whoever can't read a secret
 * could find it by asking. A save tells, but once, because any other secret is the kept one from then on.
 */
async function bringsSecrets(
  { scope, services }: Context,
  { id, object }: Identified<ModelObject>,
  secrets: SentSecrets,
  { dryRun }: { readonly dryRun: boolean },
): Promise<boolean> {
  if (dryRun) return replacesSecret(secrets)
  for (const [field, secret] of secrets) {
    if (secret === null) continue
    if (!(await holdsSecret(scope, services.sealing, { id, object, field }, secret))) return true
  }
  return false
}

type Found = { readonly draft: Draft; readonly current: Identified<ModelObject> | null }

/** Assigns the next ids of each kind to new objects, whose names must be free. */
async function idsForNew(
  scope: TenantScope,
  refs: readonly ObjectRef[],
  { freeName }: { freeName: boolean },
): Promise<(kind: Kind) => number> {
  const teams = refs.flatMap(({ kind, name }) => (kind === 'team' ? [name] : []))
  requireFreeNames(teams, await usedTeamNames(scope, freeName ? [] : teams))
  const lastIds = await readLastIds(scope, [...new Set(refs.map(({ kind }) => kind))])
  return (kind) => {
    const id = (lastIds.get(kind) ?? 0) + 1
    lastIds.set(kind, id)
    return id
  }
}

function requireFreeNames(teams: readonly string[], held: ReadonlySet<string>): void {
  const name = teams.find((each) => held.has(each))
  if (name === undefined) return
  throw new Refusal(
    'conflict',
    `The name ${name} belonged to a team that was deleted. Add ?freeName=true to give it again.`,
    { code: 'name_held' },
  )
}

function requireAllowed({ ref, verb }: Draft, isThere: boolean): void {
  if (verb === 'replace' && !isThere) throw notFound()
  if (verb !== 'create' || !isThere) return
  throw new Refusal('conflict', `There is ${kinds[ref.kind].one} of that name already.`, {
    code: 'name_taken',
    issues: [{ path: ['name'], code: 'name_taken', reason: 'The name is taken.' }],
  })
}

function requirePrecondition({ precondition }: Draft, tag: string): void {
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
