// Fields of filter forms for what clusters report.
import type { FilterField } from '#components/list/filter-form.tsx'
import { STATE_CHOICES } from './state-look.ts'

export const stateField: FilterField = { name: 'state', label: 'State', choices: STATE_CHOICES }

export const freshnessField: FilterField = {
  name: 'freshness',
  label: 'Freshness',
  choices: [
    ['fresh', 'Fresh'],
    ['late', 'Late'],
    ['stale', 'Silent'],
    ['none', 'Never reported'],
  ],
}

export const silenceField: FilterField = {
  name: 'silence',
  label: 'Planned silence',
  choices: [
    ['planned', 'Holds'],
    ['unplanned', 'None'],
  ],
}
