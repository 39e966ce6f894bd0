import type { KindTraits } from '../kind.ts'
import { schedulerForm } from './scheduler-form.ts'

export const schedulerKind = {
  kind: 'scheduler',
  area: 'fleet',
  type: 'Scheduler',
  types: 'Schedulers',
  one: 'a scheduler',
  many: 'schedulers',
  word: 'scheduler',
  words: 'schedulers',
  collection: 'schedulers',
  page: 'schedulers',
  owner: 'platform',
  labelled: false,
  placing: false,
  most: { platform: 100 },
  columns: ['name', 'description', 'url', 'every', 'timeout'],
  about: {
    list: 'Programs of yours that choose, of the clusters of a policy, those on which each application is placed.',
    none: 'Without one, a policy places on all clusters that it selects, or picks some itself.',
    fresh: 'Nothing is placed by it before a policy names it.',
  },
  form: schedulerForm,
} as const satisfies KindTraits
