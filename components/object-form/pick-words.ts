// A pick as people read it.
import type { PreferenceRow, TypedPick } from './pick-rows.ts'

/** As `3 clusters for each application, evenly over region; first by tier: gold, silver, then by score free-gpu`. */
export function pickWords({ count, spreadBy, prefer }: TypedPick): string {
  const [first, ...others] = prefer.map(preferenceWords)
  return [
    `${countWords(count)} for each application`,
    spreadBy === '' ? '' : `, evenly over ${spreadBy}`,
    first === undefined ? '' : `; first by ${first}`,
    ...others.map((other) => `, then by ${other}`),
  ].join('')
}

function countWords(count: string): string {
  if (count.endsWith('%')) return `${count} of the clusters`
  return count === '1' ? 'One cluster' : `${count} clusters`
}

function preferenceWords({ by, name, values }: PreferenceRow): string {
  if (by === 'score') return `score ${name}`
  return `${name} (${values.map((value) => value || 'empty').join(', ')})`
}
