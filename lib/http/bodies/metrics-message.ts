// Reads the messages of Prometheus' remote write from their bytes, field by field, so that nothing is made of what isn't used.
// 1.0: https://github.com/prometheus/prometheus/blob/v3.5.0/prompb/remote.proto
// 2.0: https://github.com/prometheus/prometheus/blob/v3.5.0/prompb/io/prometheus/write/v2/types.proto
import protobuf from 'protobufjs/minimal.js'

type Reader = protobuf.Reader

export type SentSeries = {
  /** Names and values, one after the other, as they were sent. */
  readonly labels: readonly string[]
  /** Instants (milliseconds) and values, one after the other; NaN where the series ended. */
  readonly samples: readonly number[]
  readonly sampleCount: number
  readonly histograms: number
  readonly exemplars: number
}

/** The bytes are no such message. */
export class MessageBroken extends Error {}

/** https://protobuf.dev/programming-guides/encoding/#structure */
const BYTES = 2

/** Calls `take` for each series of a `prometheus.WriteRequest`. Throws `MessageBroken`, and what `take` throws. */
export function readWriteRequest(bytes: Buffer, take: (series: SentSeries) => void): void {
  const reader = protobuf.Reader.create(bytes)
  readFields(reader, bytes.length, (field, wire) => {
    if (field !== 1) return false
    take(readSeries(reader, endOf(reader, wire), LABELS_1))
    return true
  })
}

/** The same of an `io.prometheus.write.v2.Request`, whose texts stand in a table. */
export function readRequest2(bytes: Buffer, take: (series: SentSeries) => void): void {
  const reader = protobuf.Reader.create(bytes)
  const symbols: string[] = []
  const begins: number[] = []
  readFields(reader, bytes.length, (field, wire) => {
    if (field === 4) symbols.push(readText(reader, bytes.length, wire))
    if (field === 5) begins.push(reader.pos)
    return field === 4
  })
  if (begins.length > 0 && symbols[0] !== '') throw new MessageBroken('no symbols')
  for (const begin of begins) {
    reader.pos = begin
    take(readSeries(reader, endOf(reader, BYTES), labels2(symbols)))
  }
}

/** How the fields of a series are numbered, and how its labels are read. */
type Numbering = {
  readonly histograms: number
  readonly exemplars: number
  readonly readLabels: (reader: Reader, end: number, wire: number, labels: string[]) => void
}

const SAMPLES = 2

const LABELS_1: Numbering = {
  exemplars: 3,
  histograms: 4,
  readLabels: (reader, _, wire, labels) => {
    const end = endOf(reader, wire)
    const label = ['', '']
    readFields(reader, end, (field, inner) => {
      if (field !== 1 && field !== 2) return false
      label[field - 1] = readText(reader, end, inner)
      return true
    })
    labels.push(label[0]!, label[1]!)
  },
}

function labels2(symbols: readonly string[]): Numbering {
  const push = (reader: Reader, end: number, labels: string[]) => {
    const symbol = symbols[reader.uint32()]
    if (symbol === undefined || reader.pos > end) throw new MessageBroken('no such symbol')
    labels.push(symbol)
  }
  return {
    histograms: 3,
    exemplars: 4,
    readLabels: (reader, outer, wire, labels) => {
      if (wire !== BYTES) return push(reader, outer, labels)
      const end = endOf(reader, wire)
      while (reader.pos < end) push(reader, end, labels)
    },
  }
}

function readSeries(reader: Reader, end: number, numbering: Numbering): SentSeries {
  const labels: string[] = []
  const samples: number[] = []
  const counts = { sampleCount: 0, histograms: 0, exemplars: 0 }
  readFields(reader, end, (field, wire) => {
    if (field === 1) numbering.readLabels(reader, end, wire, labels)
    else if (field === SAMPLES) {
      counts.sampleCount += 1
      readSample(reader, wire, samples)
    } else {
      if (field === numbering.histograms) counts.histograms += 1
      if (field === numbering.exemplars) counts.exemplars += 1
      return false
    }
    return true
  })
  if (labels.length % 2 !== 0) throw new MessageBroken('half a label')
  return { labels, samples, ...counts }
}

function readSample(reader: Reader, wire: number, samples: number[]): void {
  const end = endOf(reader, wire)
  let [value, at, isEnd] = [0, 0, false]
  readFields(reader, end, (field) => {
    if (field === 1) {
      isEnd = isStale(reader)
      value = reader.double()
    } else if (field === 2) at = Number(reader.int64())
    return field === 1 || field === 2
  })
  // Any other NaN is a number that isn't one, which says nothing.
  if (isEnd || !Number.isNaN(value)) samples.push(at, value)
}

/** Which of all NaNs says that a series ended. https://github.com/prometheus/prometheus/blob/v3.5.0/model/value/value.go */
function isStale({ buf, pos }: Reader): boolean {
  if (buf[pos] !== 2 || buf[pos + 7] !== 0x7f || buf[pos + 6] !== 0xf0) return false
  for (let index = 1; index < 6; index += 1) if (buf[pos + index] !== 0) return false
  return true
}

/** Calls `take` for each field up to the end of a message; what it answers false for is skipped. */
function readFields(
  reader: Reader,
  end: number,
  take: (field: number, wire: number) => boolean,
): void {
  while (reader.pos < end) {
    const tag = reader.uint32()
    const [field, wire] = [tag >>> 3, tag & 7]
    if (field === 0) throw new MessageBroken('no such field')
    if (!take(field, wire)) reader.skipType(wire)
  }
  // What stands in it goes on behind it.
  if (reader.pos !== end) throw new MessageBroken('not where it ends')
}

function endOf(reader: Reader, wire: number): number {
  if (wire !== BYTES) throw new MessageBroken('not of this type')
  const length = reader.uint32()
  if (length > reader.len - reader.pos) throw new MessageBroken('longer than its bytes')
  return reader.pos + length
}

function readText(reader: Reader, end: number, wire: number): string {
  const text = reader.string()
  if (wire !== BYTES || reader.pos > end) throw new MessageBroken('no text')
  return text
}
