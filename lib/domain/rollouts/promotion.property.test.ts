// Versions on their way through three environments that take them by themselves, while people announce, roll out, roll back and
// abort at any time.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { promotionOf, type Promotion, type Road } from './promotion.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100) * 2

const SOAK_MS = 10
const CHAIN = ['dev', 'staging', 'prod'] as const
type Name = (typeof CHAIN)[number]

type Run = {
  readonly environment: Name
  readonly version: number
  readonly by: 'auto' | 'person'
  readonly base: number
  state: 'running' | 'completed' | 'ended' | 'taken back'
  endedAt: number
}

/** What there is, written down event by event, and read by no code that is tested. */
class World {
  now = 0
  versions = 0
  readonly runs: Run[] = []
  readonly held = new Map<Name, number>()
  readonly bases = new Map<Name, number>()

  before(name: Name): Name | null {
    return CHAIN[CHAIN.indexOf(name) - 1] ?? null
  }

  running(name: Name): Run | null {
    return this.runs.find((run) => run.environment === name && run.state === 'running') ?? null
  }

  succeededAt(name: Name, version: number): number | null {
    const of = this.runs.filter((run) => run.environment === name && run.version === version)
    const last = of.findLastIndex(({ state }) => state === 'taken back')
    return of.slice(last + 1).find(({ state }) => state === 'completed')?.endedAt ?? null
  }

  road(name: Name): Road {
    const before = this.before(name)
    return {
      auto: 'newest',
      afterSoakMs: SOAK_MS,
      isPlaced: true,
      base: this.bases.get(name) ?? null,
      autoAfter: this.held.get(name) ?? null,
      rollout: this.running(name),
      versions: Array.from({ length: this.versions }, (_, index) => ({
        number: index + 1,
        after: before ? [{ environment: before, at: this.succeededAt(before, index + 1) }] : [],
        isRepositoryAllowed: true,
      })),
    }
  }

  hold(name: Name, version: number): void {
    this.held.set(name, Math.max(this.held.get(name) ?? 0, version))
  }

  start(name: Name, version: number, by: Run['by']): void {
    const base = this.bases.get(name) ?? 0
    if (version < base) this.hold(name, this.versions)
    this.runs.push({ environment: name, version, by, base, state: 'running', endedAt: 0 })
  }

  end(run: Run, state: Run['state']): void {
    run.state = state
    run.endedAt = this.now
  }
}

type Event =
  | { readonly do: 'announce' }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'start'; readonly at: Name; readonly version: number }
  | { readonly do: 'complete' | 'roll back' | 'abort'; readonly at: Name }

const at = fc.constantFrom(...CHAIN)
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('announce' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(15) }) },
  fc.record({ do: fc.constant('start' as const), at, version: fc.integer({ min: 1, max: 8 }) }),
  { weight: 5, arbitrary: fc.record({ do: fc.constant('complete' as const), at }) },
  fc.record({ do: fc.constantFrom('roll back' as const, 'abort' as const), at }),
)

/** What people and time do; what can’t be done isn’t. */
function happen(world: World, event: Event): void {
  switch (event.do) {
    case 'announce':
      world.versions += 1
      break
    case 'wait':
      world.now += event.ms
      break
    case 'start':
      if (world.running(event.at) === null && event.version <= world.versions) {
        world.start(event.at, event.version, 'person')
      }
      break
    default:
      endLast(world, event.do, event.at)
  }
}

function endLast(world: World, how: 'complete' | 'roll back' | 'abort', at: Name): void {
  const last = world.runs.findLast(({ environment }) => environment === at)
  if (last === undefined) return
  if (how === 'roll back') takeBack(world, last)
  else if (last.state === 'running') {
    if (how === 'complete') world.bases.set(at, last.version)
    else world.hold(at, last.version)
    world.end(last, how === 'complete' ? 'completed' : 'ended')
  }
}

function takeBack(world: World, last: Run): void {
  if (last.state !== 'running' && last.state !== 'completed') return
  if (last.state === 'completed') world.bases.set(last.environment, last.base)
  world.end(last, 'taken back')
  world.hold(last.environment, world.versions)
}

function isRight(world: World, name: Name, { version, at, isAfterRollout }: Promotion): boolean {
  const before = world.before(name)
  const succeededAt = before === null ? 0 : world.succeededAt(before, version)
  const isFar = succeededAt !== null && (before === null || succeededAt + SOAK_MS <= at)
  const isNewer = version > (world.bases.get(name) ?? 0) && version > (world.held.get(name) ?? 0)
  return isFar && isNewer && isAfterRollout === (world.running(name) !== null)
}

/** Starts what starts by itself, once in each environment. */
function promote(world: World): boolean {
  let hasStarted = false
  for (const name of CHAIN) {
    const promotion = promotionOf(world.road(name), world.now)
    if (promotion === null) continue
    expect(isRight(world, name, promotion)).toBe(true)
    expect(promotion.at).toBeGreaterThanOrEqual(world.now)
    // Nothing differs by time alone before it says so.
    const sooner = promotionOf(world.road(name), Math.max(world.now, promotion.at - 1))
    expect(sooner).toMatchObject({ version: promotion.version })
    if (promotion.isAfterRollout || promotion.at > world.now) continue
    world.start(name, promotion.version, 'auto')
    hasStarted = true
  }
  return hasStarted
}

/** Everything that is under way completes, and time passes, until nothing starts any more. */
function settle(world: World): void {
  for (let round = 0; round < 200; round++) {
    for (const name of CHAIN) happen(world, { do: 'complete', at: name })
    world.now += SOAK_MS
    if (!promote(world) && CHAIN.every((name) => world.running(name) === null)) return
  }
  throw new Error('it never settles')
}

describe('versions that go through environments by themselves', () => {
  it('come in order, newest first, never back, and as far as they may', () => {
    const met = new Set<string>()
    fc.assert(
      fc.property(fc.array(event, { minLength: 20, maxLength: 100, size: 'max' }), (events) => {
        const world = new World()
        for (const each of events) {
          happen(world, each)
          promote(world)
        }
        const known = world.versions
        const heldBefore = new Map(world.held)
        settle(world)
        for (const name of CHAIN) {
          const before = world.before(name)
          const floor = Math.max(world.bases.get(name) ?? 0, heldBefore.get(name) ?? 0)
          // No version is left behind that could still come.
          for (let version = floor + 1; version <= known; version++) {
            expect(before && world.succeededAt(before, version)).toBeNull()
            expect(before).not.toBeNull()
          }
        }
        for (const run of world.runs.filter(({ by }) => by === 'auto')) {
          expect(run.version).toBeGreaterThan(run.base)
          met.add(`auto ${run.environment} ${run.state}`)
        }
      }),
      { numRuns },
    )
    const ended = ['auto dev ended', 'auto dev taken back', 'auto staging taken back']
    expect([...met]).toEqual(
      expect.arrayContaining([...CHAIN.map((name) => `auto ${name} completed`), ...ended]),
    )
  })
})
