// Exports show one state however long they take, and delay nobody.
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { answer } from '#lib/http/api/answer.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, documentOf } from '#lib/http/testing/bodies.ts'
import { HEAVY_READ_LIMITS, HeavyReads } from '#lib/usecases/heavy-reads.ts'
import { installServices } from '#lib/usecases/services.ts'
import { operations } from './operations.ts'

/** More than a page of each export. */
const CLUSTERS = 2600

let api: TestApi
let token: string
beforeAll(async () => {
  api = await createTestApi()
  token = await api.token('admin')
  const names = Array.from({ length: CLUSTERS }, (_, index) => `c${String(index).padStart(4, '0')}`)
  const body = [
    documentOf('team', { name: 'ieb' }),
    ...['app1', 'app2'].map((name) => documentOf('application', { ...application, name })),
    ...names.map((name) => documentOf('cluster', { name })),
    documentOf('target-policy', { name: 'all', app_selector: '*', cluster_selector: '*' }),
  ]
  expect((await api.call('/apply', { body })).status).toBe(200)
})

const decode = (chunk: Uint8Array | undefined) => new TextDecoder().decode(chunk)

async function restOf(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text
    text += decode(value)
  }
}

describe('an export', () => {
  it.each(['/placements', '/history', '/placements?q=c'])(
    'is of the state in which it began, whatever is edited while it goes on: %s',
    async (path) => {
      const csv = { headers: { accept: 'text/csv' } }
      const whole = (await api.call(path, csv)).text
      expect(whole.split('\r\n').length).toBeGreaterThan(2 * CLUSTERS)
      const { response } = await api.respond(path, csv)
      const reader = response.body!.getReader()
      let text = decode((await reader.read()).value)
      text += decode((await reader.read()).value)
      const anything = { 'if-match': '*' }
      const removed = `/clusters/c2599?confirmRemovals=2`
      const gone = await api.call(removed, { method: 'DELETE', headers: anything })
      expect(gone.status).toBe(204)
      expect(text + (await restOf(reader))).toBe(whole)
      expect((await api.call('/clusters', { body: { name: 'c2599' } })).status).toBe(201)
      await api.call('/history?limit=1')
    },
  )

  it('is written some hundreds of rows at a time, and others have their turn between', async () => {
    const { response } = await api.respond('/placements', { headers: { accept: 'text/csv' } })
    let turns = 0
    let isOver = false
    const others = () => {
      turns += 1
      if (!isOver) setImmediate(others)
    }
    const rows: number[] = []
    const turnsBefore: number[] = []
    setImmediate(others)
    const reader = response.body!.getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      rows.push(decode(read.value).split('\r\n').length - 1)
      turnsBefore.push(turns)
    }
    isOver = true
    expect(rows.reduce((sum, count) => sum + count)).toBe(2 * CLUSTERS + 1)
    expect(Math.max(...rows)).toBeLessThanOrEqual(500)
    const slices = turnsBefore.slice(2)
    expect(slices.every((turn, index) => turn > turnsBefore[index + 1]!)).toBe(true)
  })

  it('whose reader has stopped holds no connection', async () => {
    const database = openDatabase(inject('databaseUrl'), { max: 1 })
    installServices({ ...api.services, database })
    const listPlacements = operations.find(({ id }) => id === 'listPlacements')!
    const ask = (query: string) =>
      answer(
        listPlacements,
        new Request(`https://berth.example.com/api/v1/placements?${query}`, {
          headers: { authorization: `Bearer ${token}` },
        }),
        {},
      )
    const reader = (await ask('format=csv')).body!.getReader()
    await reader.read()
    expect((await ask('limit=1')).status).toBe(200)
    await reader.cancel()
    await closeDatabase(database)
  })

  it('is refused with busy while too many of one principal are open', async () => {
    const heavyReads = new HeavyReads({ ...HEAVY_READ_LIMITS, exportsPerPayer: 1 })
    installServices({ ...api.services, heavyReads })
    const listTeams = operations.find(({ id }) => id === 'listTeams')!
    const ask = () =>
      answer(
        listTeams,
        new Request('https://berth.example.com/api/v1/teams?format=csv', {
          headers: { authorization: `Bearer ${token}` },
        }),
        {},
      )
    const open = await ask()
    const refused = await ask()
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(5)
    expect(await refused.json()).toMatchObject({ code: 'busy' })
    await open.text()
    expect((await ask()).status).toBe(200)
  })
})
