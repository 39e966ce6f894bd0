import type { Overrides } from '#lib/schemas/impact-summary.ts'

/** Of what isn't an object of the name: what it is there. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['not_eligible', 'environments before'],
  ['outside_hours', 'hours of'],
  ['approval', 'approvals in'],
  ['depends', 'dependencies in'],
])

/** What was overridden, such as `stocktaking` or `hours of prod`. */
export function overrideWords({ code, name }: Pick<Overrides[number], 'code' | 'name'>): string {
  const what = WORDS.get(code)
  return what === undefined ? name : `${what} ${name}`
}
