import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIVE_TOPICS } from '#lib/schemas/live.ts'
import { readAnnouncement, writeAnnouncement } from './announcement.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 200)

const said = fc.array(
  fc.record({
    tenant: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    topic: fc.constantFrom(...LIVE_TOPICS),
    ids: fc.option(
      fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 63 }), fc.nat()), {
        maxLength: 100,
      }),
    ),
  }),
  { maxLength: 400 },
)

describe('an announcement', () => {
  it('fits into a notification, and loses nothing but ids: what has no room is left for the next', () => {
    fc.assert(
      fc.property(said, (all) => {
        const { text, left } = writeAnnouncement({ id: 'abc', said: all })
        expect(Buffer.byteLength(text)).toBeLessThan(8000)
        const read = readAnnouncement(text)!
        expect(read.id).toBe('abc')
        const sent = all.slice(0, all.length - left.length)
        expect(all.slice(sent.length)).toEqual(left)
        for (const [index, { tenant, topic, ids }] of read.said.entries()) {
          expect({ tenant, topic }).toEqual({
            tenant: sent[index]!.tenant,
            topic: sent[index]!.topic,
          })
          if (ids !== null) expect(ids).toEqual(sent[index]!.ids)
        }
        expect(read.said).toHaveLength(sent.length)
        if (all.length > 0) expect(sent.length).toBeGreaterThan(0)
      }),
      { numRuns },
    )
  })

  it.each(['', '{}', '[1,[]]', '["a",[[1,"unknown",null]]]', '["a"]', 'x'])(
    'is none of another version: %s',
    (text) => {
      expect(readAnnouncement(text)).toBe(null)
    },
  )
})
