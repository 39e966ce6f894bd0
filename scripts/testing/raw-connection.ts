// A connection on which a test decides which bytes are sent when.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export class RawConnection {
  readonly #socket: Socket
  /** Resolves when the server has ended it. */
  readonly closed: Promise<void>
  #received = ''

  constructor(socket: Socket) {
    this.#socket = socket
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
    // `closed` reports the end, whatever caused it.
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      this.#received += chunk.toString()
    })
  }

  send(text: string): void {
    this.#socket.write(text)
  }

  /** Everything received, once it contains the pattern or nothing more can come. */
  async received(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.#received) && !this.#socket.closed) {
      await Promise.race([once(this.#socket, 'data'), this.closed])
    }
    return this.#received
  }
}

/** Rejects when nobody accepts it. */
export async function openConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return new RawConnection(socket)
}
