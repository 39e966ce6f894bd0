// The kinds whose objects are related to each other. Pages load this alone.
import type { Kind } from '#lib/domain/objects/kinds.ts'

/** In the order in which one leads to the next. */
export const RELATED_KINDS = [
  'team',
  'application',
  'target-policy',
  'cluster',
] as const satisfies readonly Kind[]
export type RelatedKind = (typeof RELATED_KINDS)[number]
