import { ask } from '#components/api.ts'
import { type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import type { ObjectRef } from '#lib/domain/objects/objects.ts'
import { apiCollection, withQuery } from '#lib/schemas/paths.ts'

export type FoundObject = { readonly ref: ObjectRef; readonly description: string }

const SHOWN = 20
/** Whoever still types doesn't wait for an answer. */
const PAUSE_MS = 120

type Listed = { readonly name: string; readonly namespace?: string; readonly description: string }

/**
 * Objects of some kinds that have the text in their name or description or, if there is a `=` in it, labels that it selects.
 * Whoever may not read an object doesn't find it.
 */
export async function findObjects(
  kindsSought: readonly Kind[],
  text: string,
  signal: AbortSignal,
): Promise<FoundObject[]> {
  await pause(signal)
  const isSelector = text.includes('=')
  const query = {
    limit: Math.floor(SHOWN / kindsSought.length),
    ...(isSelector ? { labelSelector: text } : { q: text }),
  }
  const among = isSelector ? kindsSought.filter((kind) => kinds[kind].labelled) : kindsSought
  const found = await Promise.all(among.map((kind) => findOfKind(kind, query, signal)))
  return found.flat()
}

export async function pause(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  signal.throwIfAborted()
}

async function findOfKind(
  kind: Kind,
  query: Readonly<Record<string, string | number>>,
  signal: AbortSignal,
): Promise<FoundObject[]> {
  const path = withQuery(apiCollection(kind), query)
  const { answer } = await ask<{ readonly items: readonly Listed[] }>(path, { signal })
  return answer.items.map(({ name, namespace, description }) => ({
    ref: { kind, team: namespace ?? null, name },
    description,
  }))
}
