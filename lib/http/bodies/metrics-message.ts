// Reads the messages of Prometheus' remote write from their bytes, field by field, so that nothing is made of what isn't used.
// 1.0: https://github.com/prometheus/prometheus/blob/v3.5.0/prompb/remote.proto
// 2.0: https://github.com/prometheus/prometheus/blob/v3.5.0/prompb/io/prometheus/write/v2/types.proto
import protobuf from 'protobufjs/minimal.js'
import { NO_TEXT, SentLabels } from './sent-labels.ts'

type Reader = protobuf.Reader

export type SentSeries = {
  /** Of this series until the next one is read. */
  readonly labels: SentLabels
  /** Instants (milliseconds) and values, one after the other; NaN where the series ended. */
  readonly samples: readonly number[]
  readonly sampleCount: number
  readonly histograms: number
  readonly exemplars: number
}

/** The bytes are no such message. */
export class MessageBroken extends Error {}

/** How the value of a field is written: https://protobuf.dev/programming-guides/encoding/#structure */
const VARINT = 0
const FIXED_64 = 1
const BYTES = 2

/** Calls `take` for each series of a `prometheus.WriteRequest`. Throws `MessageBroken`, and what `take` throws. */
export function readWriteRequest(bytes: Buffer, take: (series: SentSeries) => void): void {
  const labels = new SentLabels(bytes)
  eachOfField(bytes, 1, (reader, tag) => take(readSeries(reader, tag, SERIES_1, labels)))
}

/** The same of an `io.prometheus.write.v2.Request`, whose texts stand in a table. */
export function readRequest2(bytes: Buffer, take: (series: SentSeries) => void): void {
  const symbols: number[] = []
  eachOfField(bytes, 4, (reader, tag) => symbols.push(placeOfText(reader, tag)))
  const labels = new SentLabels(bytes)
  const numbering = series2(symbols)
  eachOfField(bytes, 5, (reader, tag) => {
    if (bytes[symbols[0] ?? NO_TEXT] !== 0) throw new MessageBroken('no symbols')
    take(readSeries(reader, tag, numbering, labels))
  })
}

function eachOfField(bytes: Buffer, field: number, read: (reader: Reader, tag: number) => void) {
  const reader = protobuf.Reader.create(bytes)
  while (isBefore(reader, bytes.length)) {
    const tag = reader.tag()
    if (tag >>> 3 === field) read(reader, tag)
    else skip(reader, tag)
  }
}

/** How the fields of a series are numbered, and how its labels are read. */
type Numbering = {
  readonly histograms: number
  readonly exemplars: number
  readonly readLabels: (reader: Reader, tag: number, labels: SentLabels) => void
}

const SERIES_1: Numbering = {
  exemplars: 3,
  histograms: 4,
  readLabels: (reader, labelTag, labels) => {
    const end = endOf(reader, labelTag)
    let [name, value] = [NO_TEXT, NO_TEXT]
    while (isBefore(reader, end)) {
      const tag = reader.tag()
      if (tag >>> 3 === 1) name = placeOfText(reader, tag)
      else if (tag >>> 3 === 2) value = placeOfText(reader, tag)
      else skip(reader, tag)
    }
    labels.add(name)
    labels.add(value)
  },
}

function series2(symbols: readonly number[]): Numbering {
  const add = (reader: Reader, labels: SentLabels) => {
    const place = symbols[reader.uint32()]
    if (place === undefined) throw new MessageBroken('no such symbol')
    labels.add(place)
  }
  return {
    histograms: 3,
    exemplars: 4,
    readLabels: (reader, tag, labels) => {
      if ((tag & 7) !== BYTES) return add(reader, labels)
      const end = endOf(reader, tag)
      while (isBefore(reader, end)) add(reader, labels)
    },
  }
}

function readSeries(
  reader: Reader,
  seriesTag: number,
  { histograms, exemplars, readLabels }: Numbering,
  labels: SentLabels,
): SentSeries {
  const end = endOf(reader, seriesTag)
  labels.clear()
  const series = { labels, samples: [], sampleCount: 0, histograms: 0, exemplars: 0 }
  while (isBefore(reader, end)) {
    const tag = reader.tag()
    const field = tag >>> 3
    if (field === 1) readLabels(reader, tag, labels)
    else if (field === 2) {
      series.sampleCount += 1
      readSample(reader, tag, series.samples)
    } else {
      if (field === histograms) series.histograms += 1
      if (field === exemplars) series.exemplars += 1
      skip(reader, tag)
    }
  }
  return series
}

const VALUE = (1 << 3) | FIXED_64
const INSTANT = (2 << 3) | VARINT

function readSample(reader: Reader, sampleTag: number, samples: number[]): void {
  const end = endOf(reader, sampleTag)
  let [value, at, isEnd] = [0, 0, false]
  while (isBefore(reader, end)) {
    const tag = reader.tag()
    if (tag === VALUE) {
      isEnd = isStale(reader)
      value = reader.double()
    } else if (tag === INSTANT) at = numberOf(reader.int64())
    else skip(reader, tag)
  }
  // Any other NaN is a number that isn't one, which says nothing.
  if (isEnd || !Number.isNaN(value)) samples.push(at, value)
}

/** Not by `Number`, which makes a text of it first. */
function numberOf({ low, high }: ReturnType<Reader['int64']>): number {
  return high * 2 ** 32 + (low >>> 0)
}

/** Which of all NaNs says that a series ended. https://github.com/prometheus/prometheus/blob/v3.5.0/model/value/value.go */
function isStale({ buf, pos }: Reader): boolean {
  if (buf[pos] !== 2 || buf[pos + 7] !== 0x7f || buf[pos + 6] !== 0xf0) return false
  for (let index = 1; index < 6; index += 1) if (buf[pos + index] !== 0) return false
  return true
}

/** Whether there is more of what ends there; what stands in it must not go on behind it. */
function isBefore(reader: Reader, end: number): boolean {
  if (reader.pos > end) throw new MessageBroken('not where it ends')
  return reader.pos < end
}

function skip(reader: Reader, tag: number): void {
  reader.skipType(tag & 7, 0, tag >>> 3)
}

function endOf(reader: Reader, tag: number): number {
  if ((tag & 7) !== BYTES) throw new MessageBroken('not of this type')
  const length = reader.size()
  if (length > reader.len - reader.pos) throw new MessageBroken('longer than its bytes')
  return reader.pos + length
}

/** Where a text begins with its length, which is read past. */
function placeOfText(reader: Reader, tag: number): number {
  const place = reader.pos
  reader.pos = endOf(reader, tag)
  return place
}
