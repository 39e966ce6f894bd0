// Writes metrics for a cluster of the demo as the Prometheus beside its Argo CD would, by remote write 1.0.
// https://github.com/prometheus/prometheus/blob/v3.5.0/prompb/types.proto
import protobuf from 'protobufjs/minimal.js'
import { compress } from 'snappyjs'
import type { Series } from './argocd-counters.ts'

const TIMEOUT_MS = 20_000
/** No token of it is taken any more. */
const GONE = [401, 403]
/** A field's number and its type: a length, or eight bytes. */
const bytesOf = (field: number) => (field << 3) | 2
const doubleOf = (field: number) => (field << 3) | 1
const integerOf = (field: number) => field << 3

export class RemoteWriter {
  readonly #address: string
  readonly #token: string

  constructor(url: string, token: string) {
    this.#address = `${url}/api/v1/metrics/write`
    this.#token = token
  }

  /** Answers whether to go on; what couldn't be sent is in what is counted next time. */
  async write(series: readonly Series[], at: Date): Promise<boolean> {
    try {
      const answer = await fetch(this.#address, {
        method: 'POST',
        body: new Uint8Array(compress(writeRequest(series, at))),
        headers: {
          Authorization: `Bearer ${this.#token}`,
          'Content-Type': 'application/x-protobuf',
          'Content-Encoding': 'snappy',
          'X-Prometheus-Remote-Write-Version': '0.1.0',
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await answer.arrayBuffer()
      return !GONE.includes(answer.status)
    } catch {
      return true
    }
  }
}

/** A `prometheus.WriteRequest` with a sample of each series. */
export function writeRequest(series: readonly Series[], at: Date): Uint8Array {
  const writer = protobuf.Writer.create()
  for (const { labels, value } of series) {
    writer.uint32(bytesOf(1)).fork()
    for (const [name, text] of labels) {
      writer.uint32(bytesOf(1)).fork()
      writer.uint32(bytesOf(1)).string(name).uint32(bytesOf(2)).string(text).ldelim()
    }
    writer.uint32(bytesOf(2)).fork()
    // What is 0 is left out, as proto3 says.
    if (value !== 0) writer.uint32(doubleOf(1)).double(value)
    writer.uint32(integerOf(2)).int64(at.getTime()).ldelim().ldelim()
  }
  return writer.finish()
}
