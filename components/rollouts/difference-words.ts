import { counted } from '#lib/domain/text/counted.ts'
import type { ComparedApplication } from '#lib/schemas/delivered.ts'

type Side = ComparedApplication['a']

/** How what an application has in two environments, by their names, differs; null: all of their clusters have the same. */
export function differenceWords(
  { a, b, ahead, only }: Pick<ComparedApplication, 'a' | 'b' | 'ahead' | 'only'>,
  [nameOfA, nameOfB]: readonly [string, string],
): string | null {
  if (only !== null) return `only in ${only === 'a' ? nameOfA : nameOfB}`
  if (a.revision === null && b.revision !== null) return `not yet in ${nameOfA}`
  if (b.revision === null && a.revision !== null) return `not yet in ${nameOfB}`
  if (ahead === null && a.revision !== b.revision) return 'other revisions'
  if (ahead !== null && ahead !== 0) {
    const [first, by] = ahead > 0 ? [nameOfA, ahead] : [nameOfB, -ahead]
    return `${first} is ${counted(by, 'version')} ahead`
  }
  if (targetsOf(a) !== targetsOf(b)) return 'other targets'
  const partly = [...partlyWords(a, nameOfA), ...partlyWords(b, nameOfB)]
  return partly.length === 0 ? null : partly.join(', ')
}

/** Clusters that haven't what most of them have. */
function partlyWords({ others, unreleased }: Side, name: string): string[] {
  return [
    ...(others > 0 ? [`something else on ${counted(others, 'cluster')} of ${name}`] : []),
    ...(unreleased > 0 ? [`not yet on ${counted(unreleased, 'cluster')} of ${name}`] : []),
  ]
}

function targetsOf({ targets }: Side): string {
  return targets.map(({ name }) => name).join(' ')
}
