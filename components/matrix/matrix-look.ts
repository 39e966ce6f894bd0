// How a cell of the matrix looks: a sign, a colour and a word, by what its colour says.
import type { State, Tone } from '#lib/domain/observed/states.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { lookOf } from '#components/observed/state-look.ts'
import type { MatrixColour } from '#lib/domain/fleet/matrix-colours.ts'
import type { MatrixPair } from '#lib/schemas/matrix.ts'

export type CellLook = {
  /** The icon of a state, or up to three characters. */
  readonly sign: { readonly state: State } | { readonly text: string }
  readonly word: string
  /** The classes of its area. */
  readonly area: string
}

const TONE_AREAS: Readonly<Record<Tone, string>> = {
  good: 'bg-good-soft text-good',
  progress: 'bg-progress-soft text-progress',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-solid text-surface',
  unknown: 'hatched text-unknown',
}

/** It is known that it is paused: only what nobody knows is hatched. */
const PAUSED_AREA = 'bg-unknown-soft text-unknown'

const SERIES_AREAS = [
  'bg-(--series-1)',
  'bg-(--series-2)',
  'bg-(--series-3)',
  'bg-(--series-4)',
  'bg-(--series-5)',
  'bg-(--series-6)',
  'bg-(--series-7)',
  'bg-(--series-8)',
].map((area) => `${area} text-surface`)

function toned(tone: Tone, text: string, word: string): CellLook {
  return { sign: { text }, word, area: TONE_AREAS[tone] }
}

export function stateCell(state: State): CellLook {
  const { word, tone } = lookOf(state)
  return { sign: { state }, word, area: state === 'suspended' ? PAUSED_AREA : TONE_AREAS[tone] }
}

/** `now`: to which age a lag has grown. */
export function cellLook(pair: MatrixPair, colour: MatrixColour, now: number): CellLook {
  switch (colour) {
    case 'state':
      return stateCell(pair.state)
    case 'version':
      return versionLook(pair)
    case 'lag':
      return lagLook(pair, now)
    case 'policy':
      return policyLook(pair.policies ?? [])
  }
}

const NEWEST = toned('good', '0', 'The newest version')
const ONE_BEHIND = toned('warn', '1', 'One version behind')
const BEHIND = toned('bad', '2+', 'Two or more behind')
const OTHER_VERSION = { ...toned('good', '–', 'Never announced'), area: 'bg-sunken text-ink' }
const NO_VERSION = toned('unknown', '?', 'Nobody knows')

function versionLook({ version }: MatrixPair): CellLook {
  if (!version || version.revision === null) return NO_VERSION
  const name = version.name ?? (version.number === null ? null : `version ${version.number}`)
  if (name === null)
    return { ...OTHER_VERSION, word: `${version.revision.slice(0, 9)}, never announced` }
  if (version.behind === null) return { ...OTHER_VERSION, word: name }
  if (version.behind === 0) return { ...NEWEST, word: `${name}, the newest` }
  const look = version.behind === 1 ? ONE_BEHIND : BEHIND
  return {
    ...look,
    sign: { text: String(version.behind) },
    word: `${name}, ${version.behind} behind`,
  }
}

const HOUR_MS = 3_600_000
const NO_LAG = toned('good', '0', 'What is wanted is there')
const MINUTES = toned('progress', 'm', 'Not yet, for less than an hour')
const HOURS = toned('warn', 'h', 'Not yet, for hours')
const DAYS = toned('bad', 'd', 'Not yet, for days')

function lagLook({ state, placed, lag_since }: MatrixPair, now: number): CellLook {
  if (state === 'unknown') return NO_VERSION
  if (!placed) return stateCell(state)
  if (lag_since === null || lag_since === undefined) return NO_LAG
  const hours = (now - Date.parse(lag_since)) / HOUR_MS
  const [look, count, unit] =
    hours < 1
      ? ([MINUTES, hours * 60, 'm'] as const)
      : hours < 24
        ? ([HOURS, hours, 'h'] as const)
        : ([DAYS, hours / 24, 'd'] as const)
  const age = `${Math.min(99, Math.max(0, Math.floor(count)))}${unit}`
  return { ...look, sign: { text: age }, word: `Not yet, for ${age}` }
}

const SEVERAL = { ...toned('good', '2+', 'Several policies'), area: 'bg-sunken text-ink' }
const NO_POLICY = { ...toned('good', '–', 'No policy any more'), area: 'bg-sunken text-ink' }

function policyLook(policies: readonly string[]): CellLook {
  const [only, ...others] = policies
  if (only === undefined) return NO_POLICY
  if (others.length > 0) {
    return { ...SEVERAL, sign: { text: String(policies.length) }, word: policies.join(', ') }
  }
  return { sign: { text: only.slice(0, 1).toUpperCase() }, word: only, area: areaOfName(only) }
}

/** A name has one colour in every window; two names may share one, which the letter and the word tell apart. */
function areaOfName(name: string): string {
  let sum = 0
  for (const character of name) sum = (sum * 31 + character.codePointAt(0)!) % 65_521
  return SERIES_AREAS[sum % SERIES_AREAS.length]!
}

const LEGENDS: Readonly<Record<Exclude<MatrixColour, 'policy'>, readonly CellLook[]>> = {
  state: STATES.toReversed().map(stateCell),
  version: [NEWEST, ONE_BEHIND, BEHIND, OTHER_VERSION, NO_VERSION],
  lag: [NO_LAG, MINUTES, HOURS, DAYS, NO_VERSION],
}

/** What colours stand for; `policies` are the names that are shown. */
export function legendOf(colour: MatrixColour, policies: readonly string[]): readonly CellLook[] {
  if (colour !== 'policy') return LEGENDS[colour]
  return [...policies.map((name) => policyLook([name])), SEVERAL, NO_POLICY]
}
