// What an edit is about, as the audit names it. Each edit says it once, for what is accepted and what is refused.

export type Subject = {
  readonly kind: string
  /** The fields of a body that name what is created; none for what a tenant has only once. */
  readonly namedBy: readonly string[]
}

/** Something that a tenant has only once. */
export const only = (kind: string): Subject => ({ kind, namedBy: [] })

/** Such as `application/ieb/app1`. */
export function auditName({ kind }: Subject, ...names: readonly string[]): string {
  return [kind, ...names].join('/')
}

/** An edit that somebody asked for, before its input is read. */
export type AttemptedEdit = {
  readonly useCase: { readonly name: string; readonly subject: Subject | null }
  /** What the request's address calls the object. */
  readonly ref: Readonly<Record<string, string>>
  /** What was sent; the audit keeps only what names the object, because the rest may hold secrets. */
  readonly sent: unknown
}

/** Longer than any object's name. */
const CHARACTERS_MAX = 512

/** The name of what an edit would have changed; null: nothing that was sent names it. */
export function attemptedName({ useCase: { subject }, ref, sent }: AttemptedEdit): string | null {
  if (!subject) return null
  const { namespace = '', ...rest } = ref
  const told = [namespace, ...Object.values(rest)].filter((name) => name !== '')
  const names = told.length > 0 ? told : namesIn(subject, sent)
  return names.length === 0 ? null : auditName(subject, ...names).slice(0, CHARACTERS_MAX)
}

function namesIn({ namedBy }: Subject, sent: unknown): string[] {
  const fields = new Map(Object.entries(sent ?? {}))
  return namedBy.flatMap((name): string[] => {
    const value: unknown = fields.get(name)
    return typeof value === 'string' && value !== '' ? [value] : []
  })
}
