import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSealing, SealedUnreadable } from './sealed.ts'

const newKey = () => randomBytes(32).toString('base64')
const place = { tenant: 1, field: 'people.refresh_token of ada' }
const secret = 'a secret, ünïcode and all'

describe('a sealed secret', () => {
  const key = newKey()
  const sealing = createSealing([key], 'THE_SETTING')
  const sealed = sealing.seal(secret, place)

  it('is opened where it was sealed', () => {
    expect(sealing.open(sealed, place)).toBe(secret)
    expect(createSealing([key], 'THE_SETTING').open(sealed, place)).toBe(secret)
  })

  it('shows nothing of the secret, and is another each time', () => {
    expect(Buffer.from(sealed).toString('latin1')).not.toContain('secret')
    expect(sealing.seal(secret, place)).not.toEqual(sealed)
  })

  it.each([
    { ...place, tenant: 2 },
    { ...place, field: 'people.refresh_token of eve' },
    { tenant: 1, field: '' },
  ])('is not opened in another place: %j', (other) => {
    expect(() => sealing.open(sealed, other)).toThrow(SealedUnreadable)
  })

  it('is not opened once any bit of it is another', () => {
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Uint8Array.from(sealed)
      changed[index]! ^= 1
      expect(() => sealing.open(changed, place)).toThrow(SealedUnreadable)
    }
    for (const length of [0, 1, 27, sealed.length - 1]) {
      expect(() => sealing.open(sealed.subarray(0, length), place)).toThrow(SealedUnreadable)
    }
  })

  it('is opened by any of the keys, and sealed by the first', () => {
    const next = newKey()
    const both = createSealing([next, key], 'THE_SETTING')
    expect(both.open(sealed, place)).toBe(secret)
    expect(createSealing([next], 'THE_SETTING').open(both.seal(secret, place), place)).toBe(secret)
  })

  it('that no key opens is an error that names the setting, and no key', () => {
    const other = newKey()
    const open = () => createSealing([other], 'THE_SETTING').open(sealed, place)
    expect(open).toThrow(/THE_SETTING.*people\.refresh_token/)
    expect(open).not.toThrow(other)
  })

  it.each([[[]], [['']], [[randomBytes(16).toString('base64')]]])(
    'takes no key like %j',
    (keys) => {
      expect(() => createSealing(keys, 'THE_SETTING')).toThrow('THE_SETTING')
    },
  )
})
