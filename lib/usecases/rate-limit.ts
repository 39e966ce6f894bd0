// How many requests a payer may make: a person with all their tokens, a token with all that it made, or a cluster. Replicas
// share a bucket in the database and draw several requests at a time from it, so that most requests cost no query.
import { inTenant } from '#db/client.ts'
import { type Granted, type RateLimit, takeRequests } from '#db/queries/rate-limits.ts'
import type { Session } from './session.ts'
import type { Limiter } from './limiter.ts'
import type { Services } from './services.ts'
import { isStorageFull, Refusal } from './refusal.ts'

/** The most that a replica draws at once, limited to a tenth of what is left. */
const DRAW_MAX = 20
/**
 * Unused draws expire after this time. The bucket keeps refilling meanwhile, so a hoard of old draws would let a payer
 * exceed the limit.
 */
const DRAWN_FOR_MS = 10_000
/**
 * Observations come once a minute from each of thousands of clusters: if their draws expired before the next one, each would
 * cost a query. A hoard of them lets a cluster exceed its limit by a tenth.
 */
const OBSERVATIONS_DRAWN_FOR_MS = 600_000
const PAYERS_MAX = 50_000

/**
 * Counts a request; refuses it with 429 when its payer has made too many. Observations (`record`) are counted in a bucket of
 * their own, and Berth's own requests not at all.
 */
export async function admit(
  services: Services,
  session: Session,
  record: RecordAllowance | null = null,
): Promise<void> {
  if (session.actor.kind === 'system') return
  const { payer } = session
  const { rateLimit: limit } = services.environment
  const allowance = record
    ? {
        bucket: `${record.name} ${payer}`,
        limit: partOf(limit, record.oneIn),
        drawnForMs: OBSERVATIONS_DRAWN_FOR_MS,
      }
    : { bucket: payer, limit, drawnForMs: DRAWN_FOR_MS }
  await admitTo(services, session, allowance)
}

/** A use case that records, and in how many requests a payer may send one. */
type RecordAllowance = { readonly name: string; readonly oneIn: number }

type Allowance = {
  readonly bucket: string
  readonly limit: RateLimit
  readonly drawnForMs: number
}

async function admitTo(services: Services, session: Session, allowance: Allowance): Promise<void> {
  const { drawn, drawing } = services.limiter
  const key = `${session.tenant.id} ${allowance.bucket}`
  while (!takeDrawn(drawn, key)) {
    let draw = drawing.get(key)
    if (!draw) {
      draw = drawMore(services, session, allowance, key).finally(() => drawing.delete(key))
      drawing.set(key, draw)
    }
    await draw
  }
}

function takeDrawn(drawn: Limiter['drawn'], key: string): boolean {
  const own = drawn.get(key)
  if (!own || own.left < 1 || own.untilMs < performance.now()) return false
  own.left -= 1
  return true
}

const keyOf = ({ tenant, payer }: Session) => `${tenant.id} ${payer}`

async function drawMore(
  services: Services,
  session: Session,
  { bucket, limit, drawnForMs }: Allowance,
  key: string,
): Promise<void> {
  const count = Math.max(1, Math.min(DRAW_MAX, Math.floor(limit.burst / 10)))
  const { granted, waitSeconds } = await take(services, session, bucket, count, limit)
    // On a full disk nothing can be counted: reads go on, and writes say for themselves why they can't.
    .catch((error: unknown) => {
      if (isStorageFull(error)) return { granted: count, waitSeconds: 0 }
      throw error
    })
  if (granted === 0) throw tooMany('requests', waitSeconds)
  const { drawn } = services.limiter
  drawn.delete(key)
  if (drawn.size >= PAYERS_MAX) forgetOldest(drawn)
  drawn.set(key, { left: granted, untilMs: performance.now() + drawnForMs })
}

/** Whoever drew it draws again. */
function forgetOldest(drawn: Limiter['drawn']): void {
  for (const [key] of drawn) {
    drawn.delete(key)
    return
  }
}

function take(
  { database }: Services,
  { tenant }: Session,
  bucket: string,
  count: number,
  limit: RateLimit,
): Promise<Granted> {
  return inTenant(
    database,
    tenant.id,
    (tx) => takeRequests({ tx, tenant: tenant.id }, bucket, count, limit),
    { plansOnce: true },
  )
}

/** A refused write goes to the audit, which other writes wait for, so only a twentieth of all requests may be refused. */
const REFUSED_ONE_IN = 20

/** Every bucket fills in the same time, so the database knows which ones it may forget. */
function partOf({ perSecond, burst }: RateLimit, oneIn: number): RateLimit {
  return { perSecond: perSecond / oneIn, burst: Math.max(1, Math.floor(burst / oneIn)) }
}

/** Refuses a write with 429 after too many of its payer's writes were refused. */
export function admitWrite({ limiter }: Services, session: Session): void {
  const waitMs = (limiter.refusedUntilMs.get(keyOf(session)) ?? 0) - performance.now()
  if (waitMs > 0) throw tooMany('refused writes', waitMs / 1000)
}

/** Counts a refused write; answers 429 instead when there were too many. */
export async function admitRefusal(services: Services, session: Session): Promise<void> {
  const { rateLimit } = services.environment
  const bucket = `refused ${session.payer}`
  const { granted, waitSeconds } = await take(
    services,
    session,
    bucket,
    1,
    partOf(rateLimit, REFUSED_ONE_IN),
  )
  if (granted > 0) return
  const { refusedUntilMs } = services.limiter
  if (refusedUntilMs.size >= PAYERS_MAX) forgetPassed(refusedUntilMs)
  refusedUntilMs.set(keyOf(session), performance.now() + waitSeconds * 1000)
  throw tooMany('refused writes', waitSeconds)
}

function forgetPassed(refusedUntilMs: Limiter['refusedUntilMs']): void {
  const now = performance.now()
  for (const [key, untilMs] of refusedUntilMs) if (untilMs < now) refusedUntilMs.delete(key)
}

function tooMany(what: string, waitSeconds: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitSeconds))
  return new Refusal('too_many_requests', `Too many ${what}: wait ${seconds} s, then go on.`, {
    members: { retryAfterSeconds: seconds },
  })
}
