import { describe, expect, it } from 'vitest'
import { createTestApi } from '#lib/http/testing/api.ts'
import { signedInCookie, signInSettings } from '#lib/http/testing/signed-in.ts'
import { installServices } from '#lib/usecases/services.ts'
import { AddressLimit } from './address-limit.ts'
import { refusalOfVisit } from './visit-limit.ts'

const slow = { BERTH_RATE_PER_SECOND: '1', BERTH_RATE_BURST: '5', ...signInSettings }
const page = { of: 'page', address: '192.0.2.1' } as const

async function statusesOf(count: number, visit: () => ReturnType<typeof refusalOfVisit>) {
  const statuses = []
  for (let turn = 0; turn < count; turn += 1) statuses.push((await visit())?.status ?? 200)
  return statuses
}

describe('a page', () => {
  it('counts for a signed-in person like their requests to the API', async () => {
    const api = await createTestApi(slow)
    installServices(api.services)
    const cookie = await signedInCookie(api.services, { name: 'Ada', groups: [] })
    const addresses = new AddressLimit()
    const visit = () => refusalOfVisit(page, { headers: { cookie } }, addresses)
    const statuses = await statusesOf(20, visit)
    expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200])
    expect(statuses).toContain(429)
    expect((await visit())?.headers['Retry-After']).toBe('1')
    const asked = await api.call('/me', { token: null, headers: { cookie } })
    expect(asked.status).toBe(429)
    const other = await signedInCookie(api.services, { name: 'Bob', groups: [] })
    expect(await refusalOfVisit(page, { headers: { cookie: other } }, addresses)).toBe(null)
  })

  it.each([[undefined], ['berth-session=nonsense']])(
    'counts by address for whoever isn’t signed in (cookie %s)',
    async (cookie) => {
      const api = await createTestApi(slow)
      installServices(api.services)
      const addresses = new AddressLimit()
      const visit = () => refusalOfVisit(page, { headers: { cookie } }, addresses)
      const statuses = await statusesOf(400, visit)
      expect(statuses.slice(0, 200).every((status) => status === 200)).toBe(true)
      expect(statuses).toContain(429)
      const elsewhere = { ...page, address: '192.0.2.2' }
      expect(await refusalOfVisit(elsewhere, { headers: {} }, addresses)).toBe(null)
    },
  )
})
