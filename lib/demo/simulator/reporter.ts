// Reports for a cluster of the demo, over HTTP and as any program of a cluster would: the short form, compressed, and a few
// bytes while nothing changes.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ReportedItem } from '#lib/domain/observed/reported.ts'

const compress = promisify(gzip)
const TIMEOUT_MS = 20_000
const RETRY_S = 30
/** No token of it is taken any more, or there is no such cluster. */
const GONE = [401, 403, 404]
const ARGOCD = { kind: 'argocd', version: 'v3.3.1' }

export class Reporter {
  readonly #address: string
  readonly #token: string
  #digest: string | null = null

  constructor(url: string, cluster: string, token: string) {
    this.#address = `${url}/api/v1/clusters/${cluster}/report`
    this.#token = token
  }

  /** Answers in how many seconds to report again; null: never. */
  async report(items: readonly ReportedItem[], at: Date): Promise<number | null> {
    const text = JSON.stringify(items.map(shortForm))
    const digest = createHash('sha256').update(text).digest('base64url')
    if (digest === this.#digest) {
      const answer = await this.#send('POST', '/unchanged', JSON.stringify({ digest, at }), {})
      if (answer?.status !== 409) return nextOf(answer, answer?.headers.get('berth-next-s'))
    }
    const body = `{"apiVersion":"berth.dev/v1","kind":"Report","at":${JSON.stringify(at)},"complete":true,"reconciler":${JSON.stringify(ARGOCD)},"items":${text}}`
    const answer = await this.#send('PUT', '', await compress(body), {
      'Content-Encoding': 'gzip',
      'Berth-Report-Digest': digest,
    })
    this.#digest = answer?.ok === true ? digest : null
    return nextOf(answer, answer?.ok === true ? /"next_s":\s*(\d+)/.exec(answer.text)?.[1] : null)
  }

  /** Null: nobody answered. */
  async #send(
    method: string,
    path: string,
    body: string | Buffer<ArrayBuffer>,
    headers: Readonly<Record<string, string>>,
  ) {
    try {
      const answer = await fetch(`${this.#address}${path}`, {
        method,
        body,
        headers: {
          Authorization: `Bearer ${this.#token}`,
          'Content-Type': 'application/json',
          ...headers,
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const { status, ok } = answer
      return { status, ok, headers: answer.headers, text: await answer.text() }
    } catch {
      return null
    }
  }
}

function shortForm(item: ReportedItem) {
  const { isTracked: _, ...said } = item
  return said
}

type Answer = { readonly status: number; readonly headers: Headers } | null

function nextOf(answer: Answer, said: string | null | undefined): number | null {
  if (answer !== null && GONE.includes(answer.status)) return null
  return Number(said ?? answer?.headers.get('retry-after') ?? RETRY_S) || RETRY_S
}
