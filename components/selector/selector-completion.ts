// What may come next in the text of a selector, from the labels in use.
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { Suggestion } from '#components/completion/use-suggestions.ts'
import { labelSuggestions } from '#components/labels/label-suggestions.ts'
import { expectedAfter } from '#lib/domain/labels/selector-string.ts'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'

const WORD = /[^ \t\r\n=!(),<>]*/

const OPERATORS: readonly Completion[] = [
  { label: '=', detail: 'is' },
  { label: '!=', detail: 'is not, or is missing' },
  { label: 'in', apply: 'in (', detail: 'one of' },
  { label: 'notin', apply: 'notin (', detail: 'none of, or is missing' },
]

/** The keys, operators or values that fit where the cursor is; null: none do. */
export async function suggestionsAt(
  context: CompletionContext,
  kind: LabelledKind,
): Promise<CompletionResult | null> {
  const word = context.matchBefore(WORD)!
  const expected = expectedAfter(context.state.sliceDoc(0, word.from))
  if (expected === null) return null
  if (expected.part === 'operator') return { from: word.from, options: OPERATORS }
  const stop = new AbortController()
  context.addEventListener('abort', () => stop.abort())
  const source = labelSuggestions(kind, expected.part === 'key' ? null : expected.key)
  const found = await source.suggest(word.text, stop.signal).catch(() => [])
  // Whoever left meanwhile, or has typed the only one, needs no list.
  if (context.view?.hasFocus === false || isOnly(word.text, found)) return null
  return {
    from: word.from,
    filter: false,
    options: found
      .filter(({ text }) => text !== '')
      .map(({ text, note }) => ({ label: text, detail: note })),
  }
}

function isOnly(word: string, found: readonly Suggestion[]): boolean {
  return found.length === 1 && found[0]!.text === word
}
