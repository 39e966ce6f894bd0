// What lies at the source of an application, as one choice. A directory in Git is a choice for each way to render it.
import type { JsonOfKind } from '#lib/domain/objects/object-json.ts'

export type SourceJson = NonNullable<JsonOfKind<'application'>['source']>

type SaidOfSource = { readonly type: string; readonly render?: string }

const IN_GIT = 'git'
const AS_FOUND = 'auto'

export function choiceOfSource(source: SourceJson): string {
  return source.type === IN_GIT ? `${IN_GIT}/${source.render}` : source.type
}

/** What a choice says of the source by itself; other fields say the rest. */
export function sourceOfChoice(choice: string): SaidOfSource {
  const [type = IN_GIT, render = AS_FOUND] = choice.split('/')
  return type === IN_GIT ? { type, render } : { type }
}
