/** What a facet is called beside its counts: a label by its key. */
export function facetTitle(name: string): string {
  return name.replace(/^(?:app_)?label:/, '').replaceAll('_', ' ')
}

/** How many rows have a value. */
export function countText(count: number, isExact: boolean): string {
  return `${count.toLocaleString('en')}${isExact ? '' : '+'}`
}
