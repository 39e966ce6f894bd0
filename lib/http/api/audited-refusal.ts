// What stands between a write's "no" and its answer: the audit hears of it first.
import { isNamedInTeam, KINDS, kinds } from '#lib/domain/objects/kinds.ts'
import { isUnfinished } from '#lib/http/bodies/body-bytes.ts'
import { recordRefusal } from '#lib/usecases/audit/refusals.ts'
import type { Session } from '#lib/usecases/session.ts'
import type { Services } from '#lib/usecases/services.ts'
import { admitRefusal } from '#lib/usecases/rate-limit.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { problemOf } from './problem.ts'

export type AttemptedWrite = {
  /** The use case, `noun.verb`. */
  readonly action: string
  /** What the request's address calls the object. */
  readonly ref: Readonly<Record<string, string>>
  /** What was sent, of which the audit keeps what names the object and nothing else: the rest may hold secrets. */
  readonly sent: unknown
}

/**
 * The error to answer a failed write with: the one that it failed with, once the audit has it. Too many requests are in no
 * audit, which they would flood, neither are more refused writes than a payer may have, nor what went wrong on our side, nor
 * what nobody has said to its end.
 */
export async function auditedError(
  services: Services,
  session: Session | null,
  { action, ref, sent }: AttemptedWrite,
  error: unknown,
): Promise<unknown> {
  const { status, code } = problemOf(error)
  if (!session || status >= 500 || status === 429 || isUnfinished(code)) return error
  try {
    await admitRefusal(services, session)
    await recordRefusal(services, session, { action, object: objectOf(action, ref, sent), code })
    return error
  } catch (cause) {
    if (cause instanceof Refusal) return cause
    services.log.error({ err: cause }, 'a refused write could not be written to the audit')
    return new Refusal('unavailable', 'The audit is not available; try again shortly.')
  }
}

/** `applications.patch` of `ieb` and `app1` is on `application/ieb/app1`. */
function objectOf(action: string, ref: AttemptedWrite['ref'], sent: unknown): string | null {
  const [plural = ''] = action.split('.')
  const named = NAMED.get(plural)
  if (!named) return null
  const { namespace, ...rest } = ref
  const told = [namespace, ...Object.values(rest)].filter((name) => name)
  const names = told.length > 0 ? told : namesIn(named.by, sent)
  return names.length === 0 ? null : [named.as, ...names].join('/').slice(0, OBJECT_CHARACTERS_MAX)
}

type Named = {
  readonly as: string
  /** The fields that name one that is to be made. */
  readonly by: readonly string[]
}

/** What use cases are about that has names, by the first word of theirs. */
const NAMED: ReadonlyMap<string, Named> = new Map([
  ...KINDS.map((kind): [string, Named] => [
    kinds[kind].collection,
    { as: kind, by: isNamedInTeam(kind) ? ['namespace', 'name'] : ['name'] },
  ]),
  ['team-requests', { as: 'team-request', by: ['name'] }],
  ['tokens', { as: 'token', by: ['name'] }],
  // Who would be what.
  ['role-grants', { as: 'role-grant', by: ['role', 'source', 'value'] }],
])

function namesIn(names: Named['by'], sent: unknown): string[] {
  const fields = new Map(Object.entries(sent ?? {}))
  return names.flatMap((name): string[] => {
    const value: unknown = fields.get(name)
    return typeof value === 'string' && value !== '' ? [value] : []
  })
}

/** Longer than any object's name. */
const OBJECT_CHARACTERS_MAX = 512
