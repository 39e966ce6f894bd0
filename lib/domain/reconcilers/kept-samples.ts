// What is kept of a series that a cluster's Prometheus sends.
import {
  isRate,
  type KeptSamples,
  type KeptSeries,
  type Labels,
  shortOf,
} from '#lib/domain/observed/metric-series.ts'
import { RECONCILERS } from './registered.ts'

/** The short names of targets, which many series of one message share. */
export type Targets = Map<string, string>

/** Of a series under its name `__name__`, by the first reconciler that knows such a series; null: nothing. */
export function keptSamples(
  labels: Labels,
  samples: readonly number[],
  targets: Targets,
): KeptSamples | null {
  const known = keptOf(labels)
  if (known === null) return null
  const { subject, ...kept } = known
  const target = targetOf(labels, targets)
  // Each process counts for itself; of what they read the newest is true.
  const isOwn = isRate(kept.of) || kept.of === 'queue'
  const key = `${kept.of} ${shortOf(isOwn ? `${target} ${subject}` : subject)}`
  return { ...kept, target, key, samples }
}

function keptOf(labels: Labels): KeptSeries | null {
  const name = labels.get('__name__') ?? ''
  for (const { reports } of RECONCILERS) {
    const kept = reports.readSeries(name, labels)
    if (kept !== null) return kept
  }
  return null
}

/** Whose series it is, which is no part of which cluster it is of: that is known from the token. */
function targetOf(labels: Labels, known: Targets): string {
  const named = `${labels.get('instance') ?? ''} ${labels.get('pod') ?? ''}`
  const target = known.get(named) ?? shortOf(named)
  known.set(named, target)
  return target
}
