// The tag of settings, and of what else is one row: it is of what they say, so it is the same for the same settings.
import { createHash } from 'node:crypto'
import type { Precondition } from './changes/write-options.ts'
import { Refusal } from './refusal.ts'

export type TaggedSettings<Json> = { readonly json: Json; readonly etag: string }

const TAG_LENGTH = 16

export function taggedSettings<Json>(json: Json): TaggedSettings<Json> {
  const digest = createHash('sha256').update(JSON.stringify(json)).digest('hex')
  return { json, etag: `"${digest.slice(0, TAG_LENGTH)}"` }
}

/** Refuses with `precondition_failed` unless it is still what the caller has read. */
export function requireUnchanged(
  { etag }: TaggedSettings<unknown>,
  precondition: Precondition,
): void {
  if (precondition === '*' || precondition.includes(etag)) return
  throw new Refusal(
    'precondition_failed',
    'It was changed since you read it. Read it again, and decide again.',
    { members: { etag } },
  )
}
