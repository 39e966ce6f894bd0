// How many requests a principal may make. Replicas draw on one bucket in the database, several requests at a time, so that
// most requests ask nobody.
import { inTenant } from '#db/client.ts'
import { takeRequests } from '#db/queries/rate-limits.ts'
import { principalOf } from '#lib/domain/actor.ts'
import type { Session } from './define.ts'
import type { Process } from './process.ts'
import { Refusal } from './refusal.ts'

/** What a replica draws at once, at most a tenth of what there is. */
const DRAW_MAX = 20
/** What was drawn and not used is lost then: it would else be spent beside what came back meanwhile. */
const DRAWN_FOR_MS = 10_000
const PRINCIPALS_MAX = 10_000

type Drawn = { left: number; readonly untilMs: number }

export type Limiter = {
  readonly drawn: Map<string, Drawn>
  readonly drawing: Map<string, Promise<void>>
}

export function createLimiter(): Limiter {
  return { drawn: new Map(), drawing: new Map() }
}

/** Counts a request; refuses it with 429 when the principal has made too many. Berth's own are not counted. */
export async function admit(process: Process, session: Session): Promise<void> {
  if (session.actor.kind === 'system') return
  const { drawn, drawing } = process.limiter
  const key = `${session.tenant.id} ${principalOf(session.actor)}`
  while (!takeDrawn(drawn, key)) {
    let draw = drawing.get(key)
    if (!draw) {
      draw = drawMore(process, session, key).finally(() => drawing.delete(key))
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

async function drawMore(process: Process, { tenant, actor }: Session, key: string): Promise<void> {
  const { rateLimit } = process.environment
  const count = Math.max(1, Math.min(DRAW_MAX, Math.floor(rateLimit.burst / 10)))
  const { granted, waitSeconds } = await inTenant(process.database, tenant.id, (tx) =>
    takeRequests({ tx, tenant: tenant.id }, principalOf(actor), count, rateLimit),
  )
  if (granted === 0) throw tooManyRequests(waitSeconds)
  const { drawn } = process.limiter
  if (drawn.size >= PRINCIPALS_MAX) forgetSpent(drawn)
  drawn.set(key, { left: granted, untilMs: performance.now() + DRAWN_FOR_MS })
}

function forgetSpent(drawn: Limiter['drawn']): void {
  const now = performance.now()
  for (const [key, { left, untilMs }] of drawn) {
    if (left < 1 || untilMs < now) drawn.delete(key)
  }
}

function tooManyRequests(waitSeconds: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitSeconds))
  return new Refusal('too_many_requests', `Too many requests: wait ${seconds} s, then go on.`, {
    members: { retryAfterSeconds: seconds },
  })
}
