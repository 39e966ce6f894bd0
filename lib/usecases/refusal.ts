import type { Issue } from '#lib/domain/text/issue.ts'
import { isErrorNamed } from '#lib/runtime/error-name.ts'

export { DatabaseBusy, DatabaseUnavailable, isStorageFull, StatementTooLong } from '#db/errors.ts'

export type RefusalKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'impact_changed'
  | 'removals_need_confirmation'
  | 'changes_need_confirmation'
  | 'precondition_failed'
  | 'too_slow'
  | 'too_large'
  | 'unsupported_media_type'
  | 'invalid'
  | 'precondition_required'
  | 'too_many_requests'
  | 'unavailable'

type Options = {
  /** A stable code, more specific than the kind; programs rely on it. */
  readonly code?: string
  readonly issues?: readonly Issue[]
  /** Extra members of the answer, such as the impact. */
  readonly members?: Readonly<Record<string, unknown>>
}

/** An expected refusal, thrown once and turned into an answer once by each transport; `message` is for the person who asked. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly kind: RefusalKind
  readonly code: string
  readonly issues: readonly Issue[]
  readonly members: Readonly<Record<string, unknown>>

  constructor(kind: RefusalKind, message: string, options: Options = {}) {
    super(message)
    this.kind = kind
    this.code = options.code ?? kind
    this.issues = options.issues ?? []
    this.members = options.members ?? {}
  }

  static override [Symbol.hasInstance](thrown: unknown): thrown is Refusal {
    return isErrorNamed(thrown, ['Refusal'])
  }
}

/** An answer that lists every flaw of a large input would be useless. */
const ISSUES_MAX = 100

/** The refusal of an input, with its issues; its code is the first issue's. */
export function refusalOf(kind: RefusalKind, issues: readonly Issue[]): Refusal {
  const [first] = issues
  if (!first) throw new Error('a refused input without an issue')
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : ''
  return new Refusal(kind, `${first.reason}${more}`, {
    code: first.code,
    issues: issues.slice(0, ISSUES_MAX),
  })
}
