import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Connection, connect } from './connection.ts'
import { codeOf } from './errors.ts'
import { listen } from './listener.ts'
import { freePort } from './testing/free-port.ts'
import { stalledServer } from './testing/silent-server.ts'
import { temporaryServer } from './testing/temporary-server.ts'

let teller: Connection
beforeAll(async () => {
  teller = await connect(inject('databaseUrl'))
})
afterAll(() => teller.close())

const channel = () => `test_${randomUUID().replaceAll('-', '')}`
const tell = (name: string, text: string) => teller.client`select pg_notify(${name}, ${text})`

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(5)
}

describe('a listener', () => {
  it('hears what is told on its channel once it is committed, in order, and nothing else', async () => {
    const [name, other] = [channel(), channel()]
    const heard: string[] = []
    const listener = await listen(inject('databaseUrl'), name, (text) => heard.push(text))
    await tell(other, 'not for us')
    await tell(name, 'one')
    await expect(
      teller.client.begin(async (tx) => {
        await tx`select pg_notify(${name}, 'taken back')`
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await tell(name, 'two')
    await until(() => heard.length >= 2)
    expect(heard).toEqual(['one', 'two'])
    await listener.close()
  })

  it('says that it is gone when its connection is cut, and hears nothing from then on', async () => {
    const name = channel()
    const heard: string[] = []
    const listener = await listen(inject('databaseUrl'), name, (text) => heard.push(text))
    const cut = await teller.client`
      select pg_terminate_backend(pid) from pg_stat_activity where query like ${`listen%${name}%`}`
    expect(cut).toHaveLength(1)
    await listener.lost
    await tell(name, 'too late')
    const next = await listen(inject('databaseUrl'), name, (text) => heard.push(text))
    await tell(name, 'heard again')
    await until(() => heard.length > 0)
    expect(heard).toEqual(['heard again'])
    await listener.close()
    await next.close()
  })

  it('says that it is gone when the server stops', async () => {
    const server = await temporaryServer()
    const listener = await listen(server.databaseUrl, channel(), () => undefined)
    await server.stop()
    await listener.lost
    await expect(listener.close()).resolves.toBeUndefined()
  })

  it('says that it is gone when it is closed', async () => {
    const listener = await listen(inject('databaseUrl'), channel(), () => undefined)
    await listener.close()
    await listener.lost
  })

  it('is refused where nothing listens, and where a server says nothing', async () => {
    const address = `postgres://berth:x@127.0.0.1:${await freePort()}/berth`
    const refused: unknown = await listen(address, channel(), () => undefined).catch((e) => e)
    expect(codeOf(refused)).toBe('ECONNREFUSED')
    const stalled = await stalledServer()
    await expect(listen(stalled.url, channel(), () => undefined)).rejects.toThrow()
    await stalled.close()
  })
})
