// An application's targets, as a form holds them: a text with a line for each, of its name, its environment and its path.
import type { JsonOfKind } from '#lib/domain/objects/object-json.ts'
import { linesOf } from './lines.ts'

export type TargetsJson = JsonOfKind<'application'>['targets']

export function textOfTargets(json: TargetsJson): string {
  return json
    .map(({ name, environment, repo_path }) => `${name} ${environment} ${repo_path}`)
    .join('\n')
}

/** What is sent. */
export function targetsOfText(text: string): TargetsJson {
  return linesOf(text).map((line) => {
    // Only a path may hold spaces.
    const [, name = '', environment = '', repo_path = ''] =
      /^(\S+)\s*(\S*)\s*(.*)$/.exec(line) ?? []
    return { name, environment, repo_path }
  })
}

/** Why a text says nothing that can be sent; null: it does. */
export function targetsProblem(text: string): string | null {
  const lacking = targetsOfText(text).findIndex(({ repo_path }) => repo_path === '')
  return lacking === -1
    ? null
    : `Line ${lacking + 1}: write its name, its environment and its path, with spaces between.`
}
