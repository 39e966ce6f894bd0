// Measuring: medians, and requests on one connection that is kept.
import { Agent, request } from 'node:http'

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The median time of an action in milliseconds, after a few runs that aren't counted. */
export async function medianTime(
  runs: number,
  action: (run: number) => Promise<unknown>,
): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < runs + WARM_UP; run++) {
    const start = performance.now()
    await action(run)
    if (run >= WARM_UP) times.push(performance.now() - start)
  }
  return median(times)
}

const WARM_UP = 3
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export type BenchAnswer = {
  readonly status: number
  readonly change: number | null
  readonly text: string
}

export function ask(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<BenchAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { agent, method: options.method, headers: options.headers },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const change = answer.headers['berth-change']
          resolve({
            status: answer.statusCode ?? 0,
            change: change === undefined ? null : Number(change),
            text: Buffer.concat(chunks).toString(),
          })
        })
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(options.body)
  })
}

/** Requests a second with so many at once. */
export async function throughput(
  seconds: number,
  atOnce: number,
  action: () => Promise<unknown>,
): Promise<number> {
  const end = performance.now() + seconds * 1000
  let count = 0
  const client = async () => {
    while (performance.now() < end) {
      await action()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, client))
  return count / seconds
}
