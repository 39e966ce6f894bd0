import { exportStream } from './export-stream.ts'
import type { Received } from './operation.ts'

type Written<Item> = {
  readonly contentType: string
  readonly textsOf: (pages: AsyncIterable<readonly Item[]>) => AsyncGenerator<string>
}

/** Answers every page as one text; each page is read when the reader is ready for it. */
export async function answerPages<Item>(
  { services, session }: Received,
  pages: AsyncGenerator<readonly Item[]>,
  { contentType, textsOf }: Written<Item>,
): Promise<Response> {
  const close = services.heavyReads.openExport(session)
  try {
    // What is refused is refused before anything is answered.
    const first = await pages.next()
    async function* allPages() {
      if (first.done !== true) yield first.value
      yield* pages
    }
    const parts = textsOf(allPages())
    const next = async () => (await parts.next()).value ?? null
    return new Response(exportStream({ next, close }), {
      headers: {
        'Content-Type': `${contentType}; charset=utf-8`,
        'Cache-Control': 'private, no-store',
      },
    })
  } catch (error) {
    close()
    throw error
  }
}
