// How a policy picks clusters, as a form holds it: a text whose first line is how many, and a line for each further word.
import type { JsonOfKind } from '#lib/domain/objects/object-json.ts'
import { linesOf } from './lines.ts'

export type PickJson = NonNullable<JsonOfKind<'target-policy'>['pick']>

type PreferenceJson = NonNullable<PickJson['prefer']>[number]

export function textOfPick({ count, spread_by, prefer = [] }: PickJson): string {
  return [
    String(count),
    ...(spread_by === undefined ? [] : [`spread ${spread_by}`]),
    ...prefer.map(lineOf),
  ].join('\n')
}

function lineOf(preference: PreferenceJson): string {
  if ('score' in preference) return `prefer score ${preference.score}`
  const values = preference.values.map((value) => value || EMPTY)
  return ['prefer label', preference.label, ...values].join(' ')
}

const EMPTY = '""'

/** What is sent; undefined: nothing, as the text is empty. */
export function pickOfText(text: string): PickJson | undefined {
  const [count, ...lines] = linesOf(text)
  if (count === undefined) return undefined
  const spread = lines.findLast((line) => SPREAD.test(line))
  const prefer = lines.filter((line) => PREFER.test(line)).map(preferenceOf)
  return {
    count: /^\d+$/.test(count) ? Number(count) : count,
    ...(spread !== undefined && { spread_by: SPREAD.exec(spread)![1]! }),
    ...(prefer.length > 0 && { prefer }),
  }
}

const SPREAD = /^spread\s+(\S+)$/
const PREFER = /^prefer\s+(?:score\s+\S+|label\s+\S+\s+\S.*)$/

function preferenceOf(line: string): PreferenceJson {
  const [, by, name = '', ...values] = line.split(/\s+/)
  if (by === 'score') return { score: name }
  return { label: name, values: values.map((value) => (value === EMPTY ? '' : value)) }
}

/** Why a text says nothing that can be sent; null: it does. */
export function pickProblem(text: string): string | null {
  const [count, ...lines] = linesOf(text)
  if (count === undefined) return null
  if (!/^\d+%?$/.test(count)) return 'Line 1: write how many, as 3 or 20%.'
  const wrong = lines.findIndex((line) => !SPREAD.test(line) && !PREFER.test(line))
  if (wrong === -1) return null
  return `Line ${wrong + 2}: write spread KEY, prefer label KEY VALUE …, or prefer score NAME.`
}
