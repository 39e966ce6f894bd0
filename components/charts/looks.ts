// How each series of a chart looks: a colour and a pattern or a dash, so that they are told apart without colours, and a word.
import { lookOf } from '#components/observed/state-look.ts'
import type { Outcome } from '#lib/domain/observed/outcome.ts'
import { type State, STATES, type Tone } from '#lib/domain/observed/states.ts'

/** `neutral` says nothing of how well something is. */
export type ChartTone = Tone | 'neutral'
export const CHART_TONES: readonly ChartTone[] = [
  'good',
  'progress',
  'warn',
  'bad',
  'unknown',
  'neutral',
]

export type Pattern = 'plain' | 'stripes' | 'dots'

export type Look = {
  readonly label: string
  /** Of areas: a colour, or a pattern of `ChartPatterns`. */
  readonly fill: string
  /** Of lines. */
  readonly stroke: string
  /** As SVG's `stroke-dasharray`; undefined: an unbroken line. */
  readonly dash?: string
}

/** What isn't known is always hatched, and nothing else is. */
const PATTERNS: Readonly<Record<State, Pattern>> = {
  failed: 'plain',
  degraded: 'stripes',
  missing: 'dots',
  drifted: 'plain',
  orphaned: 'dots',
  behind: 'stripes',
  unknown: 'plain',
  waiting: 'stripes',
  progressing: 'plain',
  leaving: 'dots',
  suspended: 'dots',
  healthy: 'plain',
}

function areaLook(label: string, tone: ChartTone, pattern: Pattern = 'plain'): Look {
  const isPlain = pattern === 'plain' && tone !== 'unknown'
  const fill = isPlain ? strokeOf(tone) : `url(#${patternId(tone, pattern)})`
  return { label, fill, stroke: strokeOf(tone) }
}

function strokeOf(tone: ChartTone): string {
  return tone === 'neutral' ? 'var(--edge)' : `var(--${tone}-solid)`
}

export function patternId(tone: ChartTone, pattern: Pattern): string {
  return `chart-${tone}-${pattern}`
}

const STATE_LOOKS = STATES.map(
  (state) => [state, areaLook(lookOf(state).word, lookOf(state).tone, PATTERNS[state])] as const,
)

const OUTCOME_LOOKS: Readonly<Record<Outcome, Look>> = {
  failed: areaLook('Failed', 'bad'),
  unknown: areaLook('Unknown', 'unknown'),
  in_progress: areaLook('In progress', 'progress'),
  superseded: areaLook('Superseded', 'neutral', 'stripes'),
  succeeded: areaLook('Succeeded', 'good'),
}

export const GROUP_COLOURS = 8
const DASHES = [undefined, '6 3', '2 3', '8 3 2 3', '12 4']

const WHOLE_LOOKS: Readonly<Record<string, Look>> = {
  silent: areaLook('Silent clusters', 'unknown'),
  placements: groupLook('Placements', 0),
  fetch: groupLook('Fetches', 0),
  'ls-remote': groupLook('Questions what is new', 1),
  error: areaLook('Error', 'bad', 'stripes'),
}

const QUANTILE_LOOKS: Readonly<Record<string, Look>> = {
  p50: { label: 'Half of them within', fill: 'var(--series-1)', stroke: 'var(--series-1)' },
  p95: {
    label: '95 % within',
    fill: 'var(--series-2)',
    stroke: 'var(--series-2)',
    dash: '5 3',
  },
}

/** In the order in which they are stacked, from the axis on. */
const NAMED: readonly (readonly [string, Look])[] = [
  ...STATE_LOOKS,
  ...Object.entries(OUTCOME_LOOKS).filter(([name]) => name !== 'failed' && name !== 'unknown'),
  ...Object.entries(WHOLE_LOOKS),
  ...Object.entries(QUANTILE_LOOKS),
]

/** How a series of a name looks: a state, an outcome, a quantile. */
export function lookOfName(name: string): Look {
  const [, look] = NAMED.find(([known]) => known === name) ?? []
  return look ?? groupLook(name, 0)
}

/** Where a series of a name stands among others, from the axis on. */
export function placeOfName(name: string): number {
  return NAMED.findIndex(([known]) => known === name)
}

/** A group among others: a hue by its place, and a dash. */
export function groupLook(label: string, place: number): Look {
  const colour = `var(--series-${(place % GROUP_COLOURS) + 1})`
  return { label, fill: colour, stroke: colour, dash: DASHES[place % DASHES.length] }
}

/** What another system says, over what Berth does: always dashed, and in none of the hues with which Berth's own begin. */
export function overLook(label: string, place: number): Look {
  const look = groupLook(label, GROUP_COLOURS - 1 - place)
  return { ...look, dash: '6 4' }
}

/** Environments that most fleets have keep their hue; others get one by their name. */
const ENVIRONMENT_PLACES: Readonly<Record<string, number>> = {
  prod: 0,
  production: 0,
  staging: 1,
  'non-prod': 2,
  test: 3,
  dev: 4,
  development: 4,
}

/** An environment has the same hue everywhere. */
export function environmentPlace(name: string): number {
  const known = ENVIRONMENT_PLACES[name]
  if (known !== undefined) return known
  let sum = 7
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % GROUP_COLOURS
}
