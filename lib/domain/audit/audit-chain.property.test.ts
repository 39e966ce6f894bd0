import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AuditEvent,
  canonicalEvent,
  CHAIN_START,
  type ChainEnd,
  chainHash,
  type HashedEvent,
  verifyChain,
} from './audit-chain.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 200)

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 6 }), fc.constant('","'))
const optional = fc.option(text)
const said: fc.Arbitrary<Omit<AuditEvent, 'tenant' | 'id'>> = fc.record({
  at: fc
    .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
    .map((at) => at.toISOString()),
  actorKind: fc.constantFrom('person', 'token', 'system'),
  actorId: text,
  actorName: text,
  address: optional,
  requestId: optional,
  token: optional,
  action: text,
  object: optional,
  result: fc.constantFrom('accepted', 'refused'),
  code: optional,
  change: fc.option(fc.nat(99)),
  details: fc.option(fc.json({ maxDepth: 1 })),
})
const event = said.map((fields): AuditEvent => ({ tenant: 7, id: 1, ...fields }))

type Chain = { readonly rows: readonly HashedEvent[]; readonly head: ChainEnd }

function chainOf(events: readonly Omit<AuditEvent, 'tenant' | 'id'>[]): Chain {
  let head = CHAIN_START
  const rows = events.map((fields, index) => {
    const row = { tenant: 7, id: index + 1, ...fields }
    const hash = chainHash(sha256, head.hash, row)
    head = { id: row.id, hash }
    return { ...row, hash }
  })
  return { rows, head }
}

const chain = fc.array(said, { minLength: 2, maxLength: 8 }).map(chainOf)

/** A chain and the index of one of its rows. */
const chainAndRow = chain.chain((made) => fc.tuple(fc.constant(made), fc.nat(made.rows.length - 1)))

const verified = ({ rows, head }: Chain) => verifyChain(sha256, rows, head)

const found = (id: number, kind: string) => ({ ok: false, fault: { id, kind } })

function check<T>(arbitrary: fc.Arbitrary<T>, assert: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, assert), { numRuns })
}

describe('a chain', () => {
  it('holds as it was made, also when it is empty', () => {
    check(chain, (made) => {
      expect(verified(made)).toEqual({ ok: true, end: made.head })
    })
    expect(verifyChain(sha256, [], null)).toEqual({ ok: true, end: CHAIN_START })
  })

  it('tells of any changed field, at its row', () => {
    check(fc.tuple(chainAndRow, said), ([[made, at], other]) => {
      for (const field of Object.keys(other) as (keyof typeof other)[]) {
        const row = made.rows[at]!
        if (row[field] === other[field]) continue
        const rows = made.rows.with(at, { ...row, [field]: other[field] })
        expect(verified({ ...made, rows })).toEqual(found(at + 1, 'changed'))
      }
    })
  })

  it('tells of a row of another tenant, and of a row with a hash made for it alone', () => {
    check(chainAndRow, ([made, at]) => {
      const moved = { ...made.rows[at]!, tenant: 8 }
      const rows = made.rows.with(at, moved)
      expect(verified({ ...made, rows })).toEqual(found(at + 1, 'changed'))
      const previous = made.rows[at - 1]?.hash ?? CHAIN_START.hash
      const rehashed = { ...moved, hash: chainHash(sha256, previous, moved) }
      const last = at === made.rows.length - 1
      expect(verified({ ...made, rows: made.rows.with(at, rehashed) })).toEqual(
        last ? found(at + 1, 'head') : found(at + 2, 'changed'),
      )
    })
  })

  it('tells of a row that was taken out, by its number', () => {
    check(chainAndRow, ([made, at]) => {
      const kind = at === made.rows.length - 1 ? 'truncated' : 'missing'
      expect(verified({ ...made, rows: made.rows.toSpliced(at, 1) })).toEqual(found(at + 1, kind))
    })
  })

  it('tells of a row that was taken out and its number given to those after it', () => {
    check(chainAndRow, ([made, at]) => {
      const rows = made.rows.toSpliced(at, 1).map((row, index) => ({ ...row, id: index + 1 }))
      const kind = at === made.rows.length - 1 ? 'truncated' : 'changed'
      expect(verified({ ...made, rows })).toEqual(found(at + 1, kind))
    })
  })

  it('tells of two rows that changed places, at the first of them', () => {
    check(fc.tuple(chainAndRow, fc.nat()), ([[made, a], seed]) => {
      const b = (a + 1 + (seed % (made.rows.length - 1))) % made.rows.length
      const first = Math.min(a, b)
      const swapped = made.rows.with(a, made.rows[b]!).with(b, made.rows[a]!)
      expect(verified({ ...made, rows: swapped })).toEqual(found(first + 1, 'missing'))
      const renumbered = swapped.map((row, index) => ({ ...row, id: index + 1 }))
      expect(verified({ ...made, rows: renumbered })).toEqual(found(first + 1, 'changed'))
    })
  })

  it('tells of a row that was put in, also twice and also at the end', () => {
    check(fc.tuple(chainAndRow, said), ([[made, at], other]) => {
      const twice = made.rows.toSpliced(at, 0, made.rows[at]!)
      expect(verified({ ...made, rows: twice })).toEqual(found(at + 2, 'reordered'))
      const foreign = { tenant: 7, id: at + 1, ...other, hash: made.rows[at]!.hash }
      const rows = made.rows
        .toSpliced(at, 0, foreign)
        .map((row, index) => ({ ...row, id: index + 1 }))
      expect(verified({ ...made, rows })).toEqual(found(at + 1, 'changed'))
      const next = { tenant: 7, id: made.head.id + 1, ...other }
      const added = { ...next, hash: chainHash(sha256, made.head.hash, next) }
      expect(verified({ ...made, rows: [...made.rows, added] })).toEqual(found(next.id, 'unheaded'))
    })
  })

  it('tells where it was cut off, and when its head is gone', () => {
    check(chainAndRow, ([made, at]) => {
      expect(verified({ ...made, rows: made.rows.slice(0, at) })).toEqual(
        found(at + 1, 'truncated'),
      )
      expect(verifyChain(sha256, made.rows, null)).toEqual(found(1, 'unheaded'))
    })
  })
})

describe('the text of an event', () => {
  it('is that of no other event', () => {
    check(fc.tuple(event, event), ([one, other]) => {
      const isSame = (Object.keys(one) as (keyof AuditEvent)[]).every(
        (key) => one[key] === other[key],
      )
      expect(canonicalEvent(one) === canonicalEvent(other)).toBe(isSame)
    })
  })

  it('tells a missing field from an empty one, and where one field ends and the next begins', () => {
    check(event, (one) => {
      const texts = [
        { ...one, address: null, requestId: null },
        { ...one, address: '', requestId: null },
        { ...one, address: 'null', requestId: null },
        { ...one, address: 'a', requestId: 'b' },
        { ...one, address: 'a","b', requestId: null },
        { ...one, address: 'ab', requestId: '' },
      ].map(canonicalEvent)
      expect(new Set(texts).size).toBe(texts.length)
    })
  })

  it('stays what it is, so that old chains hold', () => {
    const fixed: AuditEvent = {
      tenant: 1,
      id: 2,
      at: '2026-01-02T03:04:05.678Z',
      actorKind: 'person',
      actorId: 'entra:a:b',
      actorName: 'Ada',
      address: '10.0.0.1',
      requestId: 'r',
      token: null,
      action: 'teams.create',
      object: 'team/ieb',
      result: 'accepted',
      code: null,
      change: 3,
      details: '{"a":1}',
    }
    expect(canonicalEvent(fixed)).toBe(
      '[1,2,"2026-01-02T03:04:05.678Z","person","entra:a:b","Ada","10.0.0.1","r",null,"teams.create","team/ieb","accepted",null,3,"{\\"a\\":1}"]',
    )
    expect(chainHash(sha256, CHAIN_START.hash, fixed)).toBe(
      sha256(`${'0'.repeat(64)}${canonicalEvent(fixed)}`),
    )
  })
})
