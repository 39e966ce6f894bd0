// A selector as a query of label rows, so that lists are filtered in the same place where they are paged and counted.
import { type SQL, sql } from 'drizzle-orm'
import type { Selector, Term } from '#lib/domain/labels/selector.ts'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'
import { aliveAfter } from './alive.ts'

type Target = {
  readonly tenant: number
  readonly kind: LabelledKind
  readonly change: number | null
}

/** True for every object. */
const ALWAYS: Term = { key: 'name', operator: 'exists', values: [] }

/** Selects the ids of the objects that the selector matches, each once, with the meaning of `selectorMatches`. */
export function selectedObjects(selector: Selector, target: Target): SQL {
  const terms = selector.kind === 'everything' ? [] : selector.terms
  const asking = terms.find(asksForLabel) ?? ALWAYS
  const others = terms.filter((term) => term !== asking)
  const conditions = others.map((term) =>
    asksForLabel(term)
      ? sql`l.object in (${labelled(term, target)})`
      : sql`l.object not in (${labelled(term, target)})`,
  )
  return sql.join([labelled(asking, target), ...conditions], sql` and `)
}

function asksForLabel({ operator }: Term): boolean {
  return operator === '=' || operator === 'in' || operator === 'exists'
}

/** Selects the ids of the objects with the label that a term names, whether it demands the label or its absence. */
function labelled(term: Term, { tenant, kind, change }: Target): SQL {
  const { key, operator } = term
  const among =
    operator === 'exists' || operator === '!exists'
      ? sql``
      : sql`and l.value = any(${sql.param(term.values)}::text[])`
  return sql`select l.object from labels l where l.tenant = ${tenant} and l.kind = ${kind}
    and l.key = ${key} ${among} and ${aliveAfter('l', change)}`
}
