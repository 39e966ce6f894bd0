import { Agent, type IncomingMessage, request } from 'node:http'

const WARM_UP_RUNS = 3

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export async function timeOf(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await action()
  return performance.now() - start
}

/** The median of what `measure` returns, after a few runs that aren't counted. */
export async function medianOf(
  runs: number,
  measure: (run: number) => Promise<number>,
): Promise<number> {
  const values: number[] = []
  for (let run = 0; run < runs + WARM_UP_RUNS; run++) {
    const value = await measure(run)
    if (run >= WARM_UP_RUNS) values.push(value)
  }
  return median(values)
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export type BenchRequest = {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array
}

export type BenchAnswer = {
  readonly status: number
  readonly change: number | null
  readonly text: string
}

export async function ask(url: string, options: BenchRequest = {}): Promise<BenchAnswer> {
  const answer = await send(url, options)
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  const change = answer.headers['berth-change']
  return {
    status: answer.statusCode ?? 0,
    change: change === undefined ? null : Number(change),
    text: Buffer.concat(chunks).toString(),
  }
}

function send(url: string, { method, headers, body }: BenchRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, resolve)
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Reads an answer to its end without keeping it, so that the client costs as little as possible. */
function drain(answer: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    answer.once('end', resolve)
    answer.once('error', reject)
    answer.resume()
  })
}

/** Requests a second with so many at once; each must be answered with 200. */
export async function requestRate(
  url: string,
  options: BenchRequest,
  load: { readonly seconds: number; readonly atOnce: number },
): Promise<number> {
  const end = performance.now() + load.seconds * 1000
  let count = 0
  const client = async () => {
    while (performance.now() < end) {
      const answer = await send(url, options)
      await drain(answer)
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: load.atOnce }, client))
  return count / load.seconds
}
