// Reads the bytes of a request's body, which must keep coming: a slow sender delays nobody, but occupies memory and a
// socket.
import { requireEmptyHands } from '#lib/runtime/database-in-hand.ts'
import { currentServices } from '#lib/usecases/services.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { deadlineMs, type Upload } from '#lib/usecases/uploads.ts'

/** All bytes of a body in one piece, as `readChunks` reads them. */
export async function readBytes(
  request: Request,
  bytesMax: number,
  upload: Upload | null,
): Promise<Buffer> {
  return Buffer.concat(await readChunks(request, bytesMax, upload))
}

/**
 * All bytes of a body in the chunks that they come in, counted by `upload`, which own their memory. Throws `too_large`,
 * `body_timeout` (408) when they come slower than the pace, and `body_aborted` when the client went away.
 */
export async function readChunks(
  request: Request,
  bytesMax: number,
  upload: Upload | null,
): Promise<Uint8Array<ArrayBuffer>[]> {
  requireEmptyHands('a client')
  const { bodyPace } = currentServices()
  const tooLarge = () => new Refusal('too_large', `The body is larger than ${bytesMax} bytes.`)
  if (Number(request.headers.get('content-length')) > bytesMax) throw tooLarge()
  if (request.body === null) return []
  const reader = request.body.getReader()
  const begun = performance.now()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  try {
    for (;;) {
      const leftMs = begun + deadlineMs(bodyPace, size) - performance.now()
      const { done, value } = await within(leftMs, reader.read())
      if (done) return chunks
      size += value.byteLength
      if (size > bytesMax) throw tooLarge()
      upload?.add(value.byteLength)
      chunks.push(new Uint8Array(value))
    }
  } catch (error) {
    // Nothing reads on. If the client is gone, it doesn't matter that it can't be told.
    void reader.cancel().catch(() => undefined)
    throw error
  }
}

const UNFINISHED = ['body_aborted', 'body_timeout']

/** Whether a problem's code says that a body never arrived completely. */
export function isUnfinished(code: string): boolean {
  return UNFINISHED.includes(code)
}

async function within<T>(ms: number, reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), Math.max(0, ms))
  })
  try {
    return await Promise.race([reading.catch(aborted), late])
  } finally {
    clearTimeout(timer)
  }
}

function tooSlow(): Refusal {
  return new Refusal('too_slow', 'The body came too slowly, or stopped coming.', {
    code: 'body_timeout',
  })
}

function aborted(): never {
  throw new Refusal('malformed', 'The body ended before all of it was there.', {
    code: 'body_aborted',
  })
}
