// An export as its reader takes it: the next page is read when the last one was taken, so that a reader who stops costs one
// page of memory and no connection, and after a while nothing.

/** Whoever takes nothing for so long isn't there any more. */
const PATIENCE_MS = 60_000

type Pages = {
  /** The next text; null: that was all. */
  readonly next: () => Promise<string | null>
  /** Called once, however it ends. */
  readonly close: () => void
  readonly patienceMs?: number
}

export function exportStream({ next, close, patienceMs = PATIENCE_MS }: Pages) {
  const encoder = new TextEncoder()
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    clearTimeout(timer)
    close()
  }
  const awaitReader = (stream: ReadableStreamDefaultController<Uint8Array>) => {
    timer = setTimeout(() => {
      stream.error(new Error('Nobody took the next page of an export'))
      end()
    }, patienceMs).unref()
  }
  return new ReadableStream<Uint8Array>(
    {
      start: awaitReader,
      pull: async (stream) => {
        clearTimeout(timer)
        try {
          const text = await next()
          if (text === null) {
            end()
            return stream.close()
          }
          stream.enqueue(encoder.encode(text))
          awaitReader(stream)
        } catch (error) {
          end()
          throw error
        }
      },
      cancel: end,
    },
    // Nothing is read ahead.
    { highWaterMark: 0 },
  )
}
