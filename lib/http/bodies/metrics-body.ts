// From the bytes that a Prometheus writes to what is kept of them, which is all that leaves this file.
import { type KeptSamples, METRIC_SERIES_MAX } from '#lib/domain/observed/metric-series.ts'
import { keptSamples, type Targets } from '#lib/domain/reconcilers/kept-samples.ts'
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import type { MetricsFormat } from './body-format.ts'
import { MessageBroken, readRequest2, readWriteRequest } from './metrics-message.ts'
import { declaredLength, readBlock } from './snappy.ts'

const MIB = 1024 * 1024
/** Of metrics as they are sent, and as they are. A Prometheus sends a tenth of that at once unless it is told otherwise. */
export const METRICS_SENT_MAX = 2 * MIB
const METRICS_BYTES_MAX = 16 * MIB
/** What is read within some ten milliseconds. */
const SHORT_BYTES = 128 * 1024
const SAMPLES_MAX = 200_000

export type SentMetrics = {
  /** What is kept. */
  readonly items: readonly KeptSamples[]
  /** How many there are in all, kept or not. */
  readonly samples: number
  readonly histograms: number
  readonly exemplars: number
}

/** Whether metrics may be read at once, or are refused at once. */
export function areShort(sent: Uint8Array): boolean {
  const length = declaredLength(sent)
  return length === null || length <= SHORT_BYTES || length > METRICS_BYTES_MAX
}

/**
 * What is kept of metrics. Issues: `snappy_invalid`, `too_large` before it is held in memory, `series_limit`, and
 * `metrics_invalid` for what is no such message or breaks the rules of labels.
 */
export function readMetrics(sent: Uint8Array, format: MetricsFormat): Checked<SentMetrics> {
  const block = readBlock(sent, METRICS_BYTES_MAX)
  if (!block.ok) return block
  const { value } = block
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  try {
    return accepted(gather(bytes, format))
  } catch (error) {
    if (error instanceof Unreadable) return refused([error.issue])
    // What the reader of bytes throws; anything else is a mistake of ours.
    if (error instanceof MessageBroken || !isMistake(error)) return refused([BROKEN])
    throw error
  }
}

const BROKEN = invalid('The body is no remote-write message, or not whole.')

class Unreadable extends Error {
  readonly issue: Issue

  constructor(issue: Issue) {
    super(issue.reason)
    this.issue = issue
  }
}

function isMistake(error: unknown): boolean {
  return error instanceof TypeError || error instanceof ReferenceError
}

function invalid(reason: string): Issue {
  return { path: [], code: 'metrics_invalid', reason }
}

function gather(bytes: Buffer, format: MetricsFormat): SentMetrics {
  const items: KeptSamples[] = []
  const targets: Targets = new Map()
  const totals = { samples: 0, histograms: 0, exemplars: 0 }
  let series = 0
  const isSecond = format === 'metrics 2'
  const read = isSecond ? readRequest2 : readWriteRequest
  read(bytes, (sent) => {
    series += 1
    totals.samples += sent.sampleCount
    totals.histograms += sent.histograms
    totals.exemplars += sent.exemplars
    const many = totals.samples + totals.histograms + totals.exemplars
    if (series > METRIC_SERIES_MAX) throw new Unreadable(TOO_MANY)
    if (many > SAMPLES_MAX) throw new Unreadable(TOO_LONG)
    if (isSecond && sent.sampleCount + sent.histograms === 0) throw new Unreadable(EMPTY)
    const flaw = sent.labels.flaw()
    if (flaw !== null) throw new Unreadable(invalid(flaw))
    if (sent.samples.length === 0) return
    const kept = keptSamples(sent.labels, sent.samples, targets)
    if (kept !== null) items.push(kept)
  })
  return { items, ...totals }
}

const TOO_MANY: Issue = {
  path: [],
  code: 'series_limit',
  reason: `The body holds more than ${METRIC_SERIES_MAX} series.`,
}
const TOO_LONG: Issue = {
  path: [],
  code: 'too_large',
  reason: `The body holds more than ${SAMPLES_MAX} samples.`,
}
const EMPTY = invalid('A series has neither samples nor histograms.')
