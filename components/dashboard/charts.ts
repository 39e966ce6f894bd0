// The charts of the dashboard.

import type { MetricName } from '#lib/domain/observed/series-metrics.ts'

export type ChartSpec = {
  readonly metric: MetricName
  readonly title: string
  /** What is counted, in a sentence that stands where nothing is to be seen. */
  readonly about: string
  /**
   * `bars`: amounts that add up, of groups a chart each. `lines`: values that don't, of groups a line each.
   */
  readonly kind: 'bars' | 'lines'
  /** Of bars: the series whose period before is drawn; null: all of them together. */
  readonly compared?: string | null
  /** Of lines: the series that stands for a group. */
  readonly ofGroups?: string
  readonly isWide?: true
}

export const CHARTS: readonly ChartSpec[] = [
  {
    metric: 'states',
    title: 'Health',
    about: 'Placements by state.',
    kind: 'bars',
    compared: 'healthy',
    isWide: true,
  },
  {
    metric: 'deployments',
    title: 'Deployments',
    about: 'Deployments by what became of them, when they began.',
    kind: 'bars',
    compared: null,
  },
  {
    metric: 'sync_outcomes',
    title: 'Syncs',
    about: 'Syncs by whether they succeeded.',
    kind: 'bars',
    compared: null,
  },
  {
    metric: 'drift',
    title: 'Drift',
    about: 'Placements that differ from what was applied, and those of which nobody knows.',
    kind: 'bars',
    compared: 'drifted',
  },
  {
    metric: 'silent_clusters',
    title: 'Silent clusters',
    about: 'Clusters that weren’t heard of for long, or never were, though none planned it.',
    kind: 'lines',
  },
  {
    metric: 'sync_duration',
    title: 'Sync duration',
    about: 'How long syncs took.',
    kind: 'lines',
    ofGroups: 'p95',
  },
  {
    metric: 'reconcile_duration',
    title: 'Reconciliation',
    about: 'How long it took to compare applications with Git, as clusters’ own metrics say.',
    kind: 'lines',
    ofGroups: 'p95',
  },
  {
    metric: 'syncs_by_phase',
    title: 'Syncs by phase',
    about: 'Syncs by how they ended, as clusters’ own metrics say.',
    kind: 'bars',
    compared: null,
  },
  {
    metric: 'git_requests',
    title: 'Requests to Git',
    about: 'How often clusters asked repositories, as their own metrics say.',
    kind: 'bars',
    compared: null,
  },
  {
    metric: 'save_to_commit',
    title: 'From save to commit',
    about: 'How long it took until an edit was in Git.',
    kind: 'lines',
    ofGroups: 'p95',
  },
  {
    metric: 'commit_to_pulled',
    title: 'From commit to pulled',
    about: 'How long it took until clusters had pulled a commit.',
    kind: 'lines',
    ofGroups: 'p95',
  },
  {
    metric: 'pulled_to_healthy',
    title: 'From pulled to healthy',
    about: 'How long it took until what was pulled was healthy.',
    kind: 'lines',
    ofGroups: 'p95',
  },
  {
    metric: 'placements',
    title: 'Placements',
    about: 'What is placed, however it is.',
    kind: 'lines',
  },
]
