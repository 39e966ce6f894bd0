// Lets one process of the machine start the server of a directory at a time: all of its users notice its death at once.
import { createHash } from 'node:crypto'
import { createServer } from 'node:net'
import type { Server } from 'node:net'
import { codeOf } from '../errors.ts'

/**
 * Does the work and answers true, or does nothing and answers false while another process is at it. The claim is a socket
 * without a file, which ends with its process however that ends. Only Linux has such sockets; elsewhere everybody may
 * start, and the server itself refuses the second one.
 * https://man7.org/linux/man-pages/man7/unix.7.html "abstract"
 */
export async function asOnlyStarter(folder: string, work: () => Promise<void>): Promise<boolean> {
  const claim = process.platform === 'linux' ? await claimName(abstractName(folder)) : null
  if (claim === 'taken') return false
  try {
    await work()
    return true
  } finally {
    claim?.close()
  }
}

/** Of a fixed length, as the names of sockets are limited and paths aren't. */
const abstractName = (folder: string) =>
  `\0berth-${createHash('sha256').update(folder).digest('hex')}`

function claimName(path: string): Promise<Server | 'taken'> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error) => {
      if (codeOf(error) === 'EADDRINUSE') resolve('taken')
      else reject(error)
    })
    server.listen(path, () => resolve(server))
  })
}
