// The bytes of a request's body, which must keep coming: whoever sends them slowly holds up nobody, but holds memory and a
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
 * All bytes of a body as they come, which `upload` counts; nobody else has their memory. Throws `too_large`, `body_timeout`
 * (408) when they come slower than the pace, and `body_aborted` when the client went.
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
    // Nobody reads on; that it can't be told to a client who is gone is of no account.
    void reader.cancel().catch(() => undefined)
    throw error
  }
}

const UNFINISHED = ['body_aborted', 'body_timeout']

/** Whether a problem is that a body never came to its end. */
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
