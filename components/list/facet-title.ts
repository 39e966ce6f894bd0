/** What a facet is called beside its counts: a label by its key. */
export function facetTitle(name: string): string {
  const ofApplication = /^app_label:(?<key>.*)$/.exec(name)?.groups?.['key']
  if (ofApplication !== undefined) return `${ofApplication} of the application`
  return name.replace(/^label:/, '').replaceAll('_', ' ')
}

/** How many rows have a value. */
export function countText(count: number, isExact: boolean): string {
  return `${count.toLocaleString('en')}${isExact ? '' : '+'}`
}
