/** A count with its noun, as `1 cluster` and `2,000 clusters`; `many`: the plural, where it isn’t the noun with an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
