// Texts of reports as they may come: of both forms, as programs print them, and changed here and there.
import {
  type Arbitrary,
  boolean,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  record,
  tuple,
} from 'fast-check'
import { argoApplication, listOf, reportedItem, reportOf } from './reports.ts'

/** A change of a text. */
export type Edit = (text: string) => string

const INSTANT = '2026-11-22T02:04:42Z'
const INSTANTS = [INSTANT, '2026-11-23T00:00:00Z', '2026-11-22T02:04:42.125Z']
/** As JSON, of what is an instant and of what isn't. */
const INSTANT_VALUES = [
  ...INSTANTS.map((text) => JSON.stringify(text)),
  '"2026-01-01T00:00:00Z"',
  '"2026-13-22T02:04:42Z"',
  '"2026-01-99T00:00:00Z"',
  '"2026-11-22 02:04:42Z"',
  '"2026-11-22T02:04:42z"',
  '"2026-11-22T03:04:42+01:00"',
  '""',
]
/** Numbers and their digits as a text, and what JSON doesn't take for one. */
const NUMBER_VALUES = [
  '7',
  '12',
  '99',
  '01',
  '00',
  '012',
  '0e1',
  '1e1',
  '5.0',
  '-3',
  '7"',
  '1 2',
  '"12"',
  '"01"',
  '"x"',
  '1000000000000000',
  '9999999999999999',
  'null',
]
const VALUES = [...INSTANT_VALUES, ...NUMBER_VALUES, 'true', '[]', '{}', '']
const NAMES = ['at', 'sequence', 'reconciledAt', 'resourceVersion', 'generation']
const VALUES_OF: Readonly<Record<string, readonly string[]>> = {
  at: INSTANT_VALUES,
  sequence: NUMBER_VALUES,
  reconciledAt: INSTANT_VALUES,
  resourceVersion: NUMBER_VALUES,
  generation: NUMBER_VALUES,
  finishedAt: INSTANT_VALUES,
  deployedAt: INSTANT_VALUES,
  id: NUMBER_VALUES,
}
/** How a name can be written, and what only looks as if it were one. */
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => `"${name}"`,
  (name) => `"${name}"`,
  (name) => `"\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}"`,
  (name) => `"x\\"${name}"`,
  (name) => `"x\\\\"${name}"`,
  (name) => `"${name}" `,
]

/** Puts another value in the place of one of a name's. */
const revalued: Arbitrary<Edit> = constantFrom(...Object.keys(VALUES_OF))
  .chain((name) => tuple(constant(name), nat({ max: 1 }), constantFrom(...VALUES_OF[name]!)))
  .map(([name, which, value]) => (text) => {
    let seen = -1
    return text.replaceAll(new RegExp(`("${name}": ?)("[^"]*"|[^,}\\s]*)`, 'g'), (all, key) => {
      seen += 1
      return seen === which ? `${key}${value}` : all
    })
  })

/** What a cluster's next look changes. */
const lookedAgain: Arbitrary<Edit> = tuple(
  constantFrom(...INSTANTS),
  integer({ min: 1, max: 9 }),
).map(
  ([instant, number]) =>
    (text) =>
      text
        .replaceAll(/("reconciledAt": ?)"[^"]*Z"/g, `$1"${instant}"`)
        .replaceAll(/("resourceVersion": ?)"[1-9](\d*)"/g, `$1"${number}$2"`)
        .replaceAll(/("generation": ?)[1-9](\d*)/g, `$1${number}$2`)
        .replace(/("at": ?)"[^"]*Z"/, `$1"${instant}"`)
        .replace(/("sequence": ?)\d/, `$1${number}`),
)

/** Writes a name and a value in the place of a comma or behind a brace. */
const besides: Arbitrary<Edit> = tuple(
  constantFrom(...NAMES, 'items'),
  constantFrom(...SPELLINGS),
  constantFrom(...VALUES),
  nat(),
).map(([name, spelt, value, place]) => (text) => {
  const places = [...text.matchAll(/[{,](?=\s*")/g)].map(({ index }) => index + 1)
  const at = places[place % places.length] ?? 0
  return `${text.slice(0, at)}${spelt(name)}:${value},${text.slice(at)}`
})

/** Says at the end again what is said before, or something else by the same name. */
const saidTwice: Arbitrary<Edit> = tuple(
  constantFrom('at', 'sequence', 'at', 'sequence', ...NAMES),
  constantFrom(...SPELLINGS),
  oneof(constant(null), constantFrom(...VALUES)),
).map(([name, spelt, other]) => (text) => {
  const said = new RegExp(`"${name}": ?("[^"]*"|[^,}\\s]*)`).exec(text)?.[1] ?? '1'
  return text.replace(/\s*\}\s*$/, () => `,${spelt(name)}:${other ?? said}}`)
})

/** One bit of one character. */
const flipped: Arbitrary<Edit> = tuple(nat(), integer({ min: 0, max: 6 })).map(
  ([place, bit]) =>
    (text) => {
      const at = place % text.length
      const other = String.fromCharCode(text.charCodeAt(at) ^ (1 << bit))
      return `${text.slice(0, at)}${other}${text.slice(at + 1)}`
    },
)

const cut: Arbitrary<Edit> = nat().map((place) => (text) => text.slice(0, place % text.length))

/** Puts the fields of the report in another order. */
const turned: Arbitrary<Edit> = boolean().map(() => (text) => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return text
    return JSON.stringify(Object.fromEntries(Object.entries(value).toReversed()))
  } catch {
    return text
  }
})

/** Such as the next text of the same cluster may have. */
export const nextEdit: Arbitrary<Edit> = oneof(lookedAgain, revalued)

export const edit: Arbitrary<Edit> = oneof(
  { weight: 4, arbitrary: nextEdit },
  { weight: 2, arbitrary: saidTwice },
  ...[besides, flipped, cut, turned].map((arbitrary) => ({ weight: 1, arbitrary })),
)

const shape = record({
  isList: boolean(),
  names: constantFrom(['app1'], ['app1', 'app2'], []),
  sequence: constantFrom('', '15', '15', '0e1', '1000000000000000'),
  isComplete: constantFrom(true, true, true, false),
  indent: constantFrom(0, 4),
  /** Among the texts that it holds, one that looks like JSON. */
  message: constantFrom('fine', '"reconciledAt":"2026-11-22T02:04:42Z"', 'at', '\u0001', '<&>'),
})

const said = (name: string) => ({ name: name === 'berth' ? name : `ieb--${name}` })

export const reportText: Arbitrary<string> = shape.map(
  ({ isList, names, sequence, isComplete, indent, message }) => {
    if (isList) {
      const items = ['berth', ...names].map((name) => argoApplication(said(name)))
      const list = listOf(
        ...items.map((item) => ({
          ...item,
          metadata: { ...item.metadata, generation: 12, labels: { message } },
        })),
      )
      return JSON.stringify(list, null, indent)
    }
    const items = ['berth', ...names].map((name) => ({ ...reportedItem(said(name)), message }))
    const { items: _, ...head } = reportOf([])
    const report = { ...head, at: INSTANT, sequence: 15, complete: isComplete, items }
    const text = JSON.stringify(report, null, indent)
    return text.replace(/("sequence": ?)15,/, sequence === '' ? '' : `$1${sequence},`)
  },
)
