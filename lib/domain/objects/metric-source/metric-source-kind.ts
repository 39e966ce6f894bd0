import type { KindTraits } from '../kind.ts'
import { metricSourceForm } from './metric-source-form.ts'

export const metricSourceKind = {
  kind: 'metric-source',
  area: 'reporting',
  type: 'MetricSource',
  types: 'MetricSources',
  one: 'a source of metrics',
  many: 'sources of metrics',
  word: 'source of metrics',
  words: 'sources of metrics',
  collection: 'metric-sources',
  page: 'metric-sources',
  owner: 'platform',
  labelled: false,
  placing: false,
  columns: ['name', 'description', 'kind', 'url', 'workspace', 'auth'],
  about: {
    list: 'Where else metrics are kept: a Prometheus, or Azure. What is asked of them stands beside Berth’s own charts.',
    none: 'Name one, and what it says stands beside Berth’s own charts.',
    fresh: 'Berth asks it when somebody looks, and keeps nothing of its answers.',
  },
  form: metricSourceForm,
} as const satisfies KindTraits
