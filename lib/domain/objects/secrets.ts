// The secrets that come with an edit of an object: which are sent, what becomes of those that aren't, and what is wrong.
import type { Issue } from '#lib/domain/text/issue.ts'
import { grammarIssues } from '#lib/domain/text/text.ts'
import type { Kind } from './kinds.ts'
import { codecOf, codecs, objectJson, readStoredObject } from './object-json.ts'
import type { ModelObject } from './objects.ts'
import { isSecretState, type SecretRule } from './secret-rule.ts'

/** By field: the secret that was sent; null: the one that there is goes. A field that isn't named stays as it is. */
export type SentSecrets = ReadonlyMap<string, string | null>

export const NO_SECRETS: SentSecrets = new Map()

/** The secrets in the JSON that was sent of an object, be it whole or a patch. What is no text is left to its schema. */
export function sentSecrets(kind: Kind, json: unknown): SentSecrets {
  const { secrets } = codecs[kind]
  if (secrets === undefined || typeof json !== 'object' || json === null) return NO_SECRETS
  const sent = new Map<string, unknown>(Object.entries(json))
  return new Map(
    Object.keys(secrets).flatMap((field): [string, string | null][] => {
      const value = sent.get(field)
      if (value === null) return [[field, null]]
      return typeof value === 'string' && !isSecretState(value) ? [[field, value]] : []
    }),
  )
}

/** The object as it is once these secrets are kept; `before` is what it replaces. */
export function withSecretStates<O extends ModelObject>(
  after: O,
  before: ModelObject | null,
  sent: SentSecrets,
): O {
  const fields = Object.keys(secretRules(after))
  if (fields.length === 0) return after
  const known = new Map<string, unknown>(before ? Object.entries(objectJson(before)) : [])
  const states = fields.map((field) => [field, stateOf(sent.get(field), known.get(field))])
  const read = readStoredObject(after.kind, { ...objectJson(after), ...Object.fromEntries(states) })
  if (!read.ok) throw new Error(`the JSON of a ${after.kind} can't be read back`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object of the same kind
  return read.value as O
}

function stateOf(sent: string | null | undefined, known: unknown): unknown {
  if (sent === undefined) return known ?? 'unset'
  return sent === null ? 'unset' : 'set'
}

/** Whether any secret takes the place of what there is: the objects before and after it may be the same. */
export function replacesSecret(sent: SentSecrets): boolean {
  return [...sent.values()].some((secret) => secret !== null)
}

/**
 * What is wrong with the secrets of an edit: one that lacks, one that can't be, and one that is kept while the server changes
 * to which it is shown: somebody who may name a server must not have a secret sent there that they can't read.
 */
export function secretIssues(
  after: ModelObject,
  before: ModelObject | null,
  sent: SentSecrets,
): readonly Issue[] {
  const states = new Map<string, unknown>(Object.entries(objectJson(after)))
  return Object.entries(secretRules(after)).flatMap(([field, rule]): readonly Issue[] => {
    const secret = sent.get(field)
    if (typeof secret === 'string') {
      return grammarIssues(secret, [field], (text) => rule.flawOf(text, after))
    }
    if (states.get(field) === 'unset') return rule.isRequired(after) ? [lacking(field)] : []
    const moves = before && rule.serverOf(before) !== rule.serverOf(after)
    return moves ? [ofAnotherServer(field)] : []
  })
}

function lacking(field: string): Issue {
  return { path: [field], code: 'required', reason: 'This needs a secret.' }
}

function ofAnotherServer(field: string): Issue {
  return {
    path: [field],
    code: 'credential_of_another_server',
    reason: 'The kept secret is for another server: send the one for this, or null.',
  }
}

/** The rules of an object's secrets, by field. */
export function secretRules(
  object: ModelObject,
): Readonly<Record<string, SecretRule<ModelObject>>> {
  return codecOf(object).secrets ?? {}
}
