// Where a selector string is wrong, for those who write it.
import { labelKeyIssues, labelValueIssues } from './labels.ts'
import { readSelectorString, type Token } from './selector-string.ts'

/** `from` and `to` are indexes of characters; `reason` is one plain sentence. */
export type SelectorFlaw = { readonly from: number; readonly to: number; readonly reason: string }

/**
 * What `parseSelector` says of a selector string, each with its place: the first thing that doesn't fit the grammar, or every
 * key and value that no label has. None of a text without terms, nor of one that is too large.
 */
export function selectorFlaws(text: string): SelectorFlaw[] {
  const read = readSelectorString(text)
  if ('code' in read) return [placed(read.at, read.reason, text)]
  return read.flatMap(({ key, values }) => [
    ...labelKeyIssues(key.text, []).map(({ reason }) => placed(key, reason, text)),
    ...values.flatMap((value) =>
      labelValueIssues(value.text, [], 'selector_value').map(({ reason }) =>
        placed(value, reason, text),
      ),
    ),
  ])
}

/** At the end of the text, its last character stands for what is missing. */
function placed({ text: token, index }: Token, reason: string, text: string): SelectorFlaw {
  const from = Math.max(0, Math.min(index, text.length - 1))
  return { from, to: Math.min(text.length, Math.max(index + token.length, from + 1)), reason }
}
