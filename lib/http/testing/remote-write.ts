// Messages of Prometheus' remote write as senders make them: from their published definitions, by another program than the one
// that reads them here.
import protobuf from 'protobufjs'
import { compress, uncompress } from 'snappyjs'

/** https://github.com/prometheus/prometheus/blob/v3.5.0/prompb/types.proto, as far as senders of 1.0 use it. */
const V1 = `
  syntax = "proto3"; package prometheus;
  message WriteRequest { repeated TimeSeries timeseries = 1; reserved 2; repeated MetricMetadata metadata = 3; }
  message MetricMetadata { uint32 type = 1; string metric_family_name = 2; string help = 4; string unit = 5; }
  message Sample { double value = 1; int64 timestamp = 2; }
  message Exemplar { repeated Label labels = 1; double value = 2; int64 timestamp = 3; }
  message TimeSeries { repeated Label labels = 1; repeated Sample samples = 2; repeated Exemplar exemplars = 3; }
  message Label { string name = 1; string value = 2; }`

/** https://github.com/prometheus/prometheus/blob/v3.5.0/prompb/io/prometheus/write/v2/types.proto */
const V2 = `
  syntax = "proto3"; package io.prometheus.write.v2;
  message Request { reserved 1 to 3; repeated string symbols = 4; repeated TimeSeries timeseries = 5; }
  message TimeSeries {
    repeated uint32 labels_refs = 1; repeated Sample samples = 2; repeated Histogram histograms = 3;
    repeated Exemplar exemplars = 4; Metadata metadata = 5; int64 created_timestamp = 6;
  }
  message Exemplar { repeated uint32 labels_refs = 1; double value = 2; int64 timestamp = 3; }
  message Sample { double value = 1; int64 timestamp = 2; }
  message Metadata { uint32 type = 1; uint32 help_ref = 3; uint32 unit_ref = 4; }
  message Histogram {
    uint64 count_int = 1; double sum = 3; sint32 schema = 4; double zero_threshold = 5; uint64 zero_count_int = 6;
    repeated BucketSpan positive_spans = 11; repeated sint64 positive_deltas = 12; int64 timestamp = 15;
    repeated double custom_values = 16;
  }
  message BucketSpan { sint32 offset = 1; uint32 length = 2; }`

const writeRequest = protobuf.parse(V1, { keepCase: true }).root.lookupType('WriteRequest')
const request2 = protobuf.parse(V2, { keepCase: true }).root.lookupType('Request')

export type WrittenSeries = {
  readonly labels: Readonly<Record<string, string>>
  /** Values by the instant in milliseconds; `stale`: it ended. */
  readonly samples?: readonly (readonly [at: number, value: number | 'stale'])[]
}

export const CONTENT_TYPES = {
  1: 'application/x-protobuf',
  2: 'application/x-protobuf;proto=io.prometheus.write.v2.Request',
}

const labelsOf = ({ labels }: WrittenSeries) =>
  Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))

const samplesOf = ({ samples = [] }: WrittenSeries) =>
  samples.map(([timestamp, value]) => ({
    timestamp,
    value: value === 'stale' ? Number.NaN : value,
  }))

/** A message of 1.0; `changed` changes it before it becomes bytes. */
export function message1(
  series: readonly WrittenSeries[],
  changed: (message: { timeseries: object[] }) => object = (message) => message,
): Uint8Array<ArrayBuffer> {
  const timeseries = series.map((each) => ({
    labels: labelsOf(each).map(([name, value]) => ({ name, value })),
    samples: samplesOf(each),
  }))
  return stale(writeRequest.encode(changed({ timeseries })).finish(), series)
}

/** A message of 2.0, with what senders of it add. */
export function message2(
  series: readonly WrittenSeries[],
  changed: (message: { symbols: string[]; timeseries: object[] }) => object = (message) => message,
): Uint8Array<ArrayBuffer> {
  const symbols = ['']
  const refOf = (text: string) => {
    const known = symbols.indexOf(text)
    return known >= 0 ? known : symbols.push(text) - 1
  }
  const timeseries = series.map((each) => ({
    labels_refs: labelsOf(each).flatMap(([name, value]) => [refOf(name), refOf(value)]),
    samples: samplesOf(each),
    metadata: { type: 1, help_ref: refOf('How often.'), unit_ref: 0 },
    created_timestamp: 1_700_000_000_000,
  }))
  return stale(request2.encode(changed({ symbols, timeseries })).finish(), series)
}

/** JavaScript keeps no NaNs apart, so those that end a series are written over the others. */
function stale(bytes: Uint8Array, series: readonly WrittenSeries[]): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes)
  if (!series.some(({ samples = [] }) => samples.some(([, value]) => value === 'stale')))
    return copy
  for (let at = 0; at + 8 <= copy.length; at += 1) {
    const isNaN = copy[at + 7] === 0x7f && copy[at + 6] === 0xf8
    if (isNaN && copy.subarray(at, at + 6).every((byte) => byte === 0))
      copy.set([2, 0, 0, 0, 0, 0, 0xf0], at)
  }
  return copy
}

const LENGTH_MAX = 16 * 1024 * 1024

type Decoded1 = {
  readonly timeseries: readonly {
    readonly labels: readonly { readonly name: string; readonly value: string }[]
    readonly samples: readonly { readonly timestamp: unknown; readonly value: number }[]
  }[]
}

/** A message of 1.0 as protobufjs makes it of what was sent. */
export function decoded1(sent: Uint8Array): Decoded1 {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- by the definition above
  return writeRequest.decode(uncompress(sent, LENGTH_MAX)) as unknown as Decoded1
}

export function snappy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(compress(bytes))
}
