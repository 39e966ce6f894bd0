// Streams an export at its reader's pace: the next page is read when the last one has been taken. A reader who stops costs
// one page of memory and no connection, and is dropped after a while.

/** A reader who takes nothing for so long is considered gone. */
const PATIENCE_MS = 60_000

type Pages = {
  /** The next text; null: there is no more. */
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
    { highWaterMark: 0 },
  )
}
