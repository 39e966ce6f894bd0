// Texts with expressions in them: `${{ cluster.name }}`. `$${{` stands for `${{` itself.

/** An expression by its text, or text that stays as it is. */
type Part = { readonly expression: string } | string

const OPENING = '${{'
const ESCAPED_OPENING = '$${{'

/** Whether a text is more than itself. */
export function hasExpressions(text: string): boolean {
  return text.includes(OPENING)
}

/** A text in its parts, none of them empty text. Null: an expression has no end. */
export function partsOf(text: string): readonly Part[] | null {
  const parts: Part[] = []
  let literal = ''
  let at = 0
  while (at < text.length) {
    const opening = nextOpening(text, at)
    literal += text.slice(at, opening)
    if (text.startsWith(ESCAPED_OPENING, opening)) {
      literal += OPENING
      at = opening + ESCAPED_OPENING.length
      continue
    }
    if (opening === text.length) break
    const end = endOfExpression(text, opening + OPENING.length)
    if (end === null) return null
    if (literal !== '') parts.push(literal)
    parts.push({ expression: text.slice(opening + OPENING.length, end).trim() })
    literal = ''
    at = end + '}}'.length
  }
  return literal === '' ? parts : [...parts, literal]
}

/** Where the next opening begins, escaped or not, or the text's end. */
function nextOpening(text: string, from: number): number {
  const opening = text.indexOf(OPENING, from)
  if (opening === -1) return text.length
  return opening > from && text[opening - 1] === '$' ? opening - 1 : opening
}

/** Where `}}` closes an expression, not within its quotes and braces. */
function endOfExpression(text: string, from: number): number | null {
  let braces = 0
  let at = from
  while (at < text.length) {
    if (braces === 0 && text.startsWith('}}', at)) return at
    const character = text[at]
    if (character === '{') braces += 1
    if (character === '}') braces -= 1
    at = character === '"' || character === "'" ? endOfQuotes(text, at) : at + 1
  }
  return null
}

/** After the quotes that begin there; a backslash keeps what follows within them. */
function endOfQuotes(text: string, from: number): number {
  const quote = text[from] ?? ''
  const mark = text.startsWith(quote.repeat(3), from) ? quote.repeat(3) : quote
  let at = from + mark.length
  while (at < text.length && !text.startsWith(mark, at)) at += text[at] === '\\' ? 2 : 1
  return at + mark.length
}
