// A plain client of the driver, for what tests ask a server besides Berth.
import postgres, { type Sql } from 'postgres'
import { readServerAddress } from '../server-address.ts'

export function openClient(url: string): Sql {
  const { address, socket } = readServerAddress(url)
  return postgres(address, { ...socket, max: 1, onnotice: () => undefined })
}
