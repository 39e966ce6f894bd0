// A selector as a condition over label rows, so that lists are filtered where they are paged and counted.
import { type SQL, sql } from 'drizzle-orm'
import type { Selector, Term } from '#lib/domain/selector.ts'
import { aliveAfter } from './alive.ts'

type Target = {
  readonly tenant: number
  readonly kind: 'cluster' | 'application'
  /** The column that holds the object's id, such as `r.object`. */
  readonly object: SQL
  readonly change: number | null
}

/** The condition that the selector matches the object, as `selectorMatches` decides it. */
export function selectorFilter(selector: Selector, target: Target): SQL {
  if (selector.kind === 'everything') return sql`true`
  return sql.join(
    selector.terms.map((term) => termFilter(term, target)),
    sql` and `,
  )
}

function termFilter(term: Term, target: Target): SQL {
  const labelled = (values: readonly string[] | null) => sql`exists (
    select 1 from labels l where l.tenant = ${target.tenant} and l.kind = ${target.kind}
    and l.object = ${target.object} and l.key = ${term.key}
    ${values === null ? sql`` : sql`and l.value in ${values}`}
    and ${aliveAfter('l', target.change)})`
  switch (term.operator) {
    case '=':
    case 'in':
      return labelled(term.values)
    case '!=':
    case 'notin':
      return sql`not ${labelled(term.values)}`
    case 'exists':
      return labelled(null)
    case '!exists':
      return sql`not ${labelled(null)}`
  }
}
