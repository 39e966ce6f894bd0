import type { KindTraits } from '../kind.ts'
import { savedReportForm } from './saved-report-form.ts'

export const savedReportKind = {
  kind: 'saved-report',
  area: 'reporting',
  type: 'SavedReport',
  types: 'SavedReports',
  one: 'a saved report',
  many: 'saved reports',
  word: 'report',
  words: 'reports',
  collection: 'saved-reports',
  page: 'reports',
  owner: 'team-or-platform',
  labelled: false,
  placing: false,
  columns: [
    'name',
    'description',
    'namespace',
    'list',
    'query',
    'at',
    'schedule',
    'time_zone',
    'format',
    'deliver',
  ],
  about: {
    list: 'Lists as files: made when they are due or when somebody asks, and kept for 90 days.',
    none: 'A report is saved from the list that it is of, with its filters.',
    fresh: 'A list and its filters, and when it becomes a file.',
  },
  form: savedReportForm,
} as const satisfies KindTraits
