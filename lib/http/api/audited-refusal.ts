// Records the refusal of a write in the audit before it is answered.
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
  /** The object, as the request's path names it. */
  readonly ref: Readonly<Record<string, string>>
  /** The body. The audit keeps only what names the object: the rest may contain secrets. */
  readonly sent: unknown
}

/**
 * The error to answer a failed write with: the one it failed with, once it is in the audit. Some failures are not recorded:
 * too many requests, which would flood the audit; refused writes beyond a payer's allowance; our own errors; and bodies
 * that
 * never arrived completely.
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
  /** The fields that name an object that is to be created. */
  readonly by: readonly string[]
}

/** The things other than objects that have names, by the first word of their use cases. */
const NAMED: ReadonlyMap<string, Named> = new Map([
  ...KINDS.map((kind): [string, Named] => [
    kinds[kind].collection,
    { as: kind, by: isNamedInTeam(kind) ? ['namespace', 'name'] : ['name'] },
  ]),
  ['team-requests', { as: 'team-request', by: ['name'] }],
  ['tokens', { as: 'token', by: ['name'] }],
  // Who would get which role.
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
