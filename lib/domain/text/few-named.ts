/** The first of some names, at most `max` of them, and how many more there are, as `a, b and 2 more`. */
export function fewNamed(names: readonly string[], max: number): string {
  const named = names.slice(0, max).join(', ')
  const more = names.length - max
  return more > 0 ? `${named} and ${more.toLocaleString('en')} more` : named
}
