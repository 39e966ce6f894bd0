import type { KindTraits } from '../kind.ts'
import { silenceForm } from './silence-form.ts'

export const silenceKind = {
  kind: 'silence',
  area: 'reporting',
  type: 'Silence',
  types: 'Silences',
  one: 'a silence',
  many: 'silences',
  word: 'silence',
  words: 'silences',
  collection: 'silences',
  page: 'silences',
  owner: 'platform',
  labelled: false,
  placing: false,
  columns: ['name', 'description', 'cluster_selector', 'from', 'to', 'weekly', 'time_zone'],
  about: {
    list: 'Each says when clusters are silent by plan. Nobody is told of such a silence.',
    none: 'Clusters that are switched off at night, or for a while, get one.',
    fresh: 'These clusters aren’t expected to report in this time.',
  },
  form: silenceForm,
} as const satisfies KindTraits
