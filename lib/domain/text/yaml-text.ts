// Writes plain data as YAML. The bytes depend on the data alone: keys are sorted, nothing is folded, anchored or aliased,
// and a string is plain only where every YAML reader takes it for that string. Written by hand because the npm package
// decides what may be plain by a single version of YAML.

export type YamlValue = string | number | boolean | null | readonly YamlValue[] | YamlMap
export type YamlMap = { readonly [key: string]: YamlValue } | ReadonlyMap<string, YamlValue>

/** Letters first, then nothing that any YAML version treats specially; a colon only inside, as in `https://host`. */
const PLAIN = /^[A-Za-z](?:[A-Za-z0-9._/=,:-]*[A-Za-z0-9._/=-])?$/

/**
 * What YAML 1.1 (https://yaml.org/type/bool.html) or 1.2 reads as a boolean or null, in any case, and an exponent alone,
 * which some readers of YAML 1.1 take for a number without digits.
 */
const AMBIGUOUS = /^(?:y|n|yes|no|on|off|true|false|null|e-?[0-9]+)$/i

/** A key longer than this needs the form `? key`: https://yaml.org/spec/1.2.2/#example-single-pair-explicit-entry */
const LONGEST_SIMPLE_KEY = 1000

/**
 * The documents as one YAML text, joined by `---` and ending with a newline; no documents are the empty text.
 *
 * YAML 1.1 and 1.2 both read the data back as it was. The one exception: a lone surrogate, which no UTF-8 text can hold,
 * becomes U+FFFD. Nesting is limited by the stack alone.
 */
export function yamlText(documents: readonly YamlMap[]): string {
  return documents.map((document) => blockText(document, '', '')).join('---\n')
}

/** A value on lines of its own; `lead` goes before the first line, `indent` before all others. */
function blockText(value: YamlValue, lead: string, indent: string): string {
  if (isLiteral(value)) return `${lead}${literalText(value, indent)}`
  if (!isBlock(value)) return `${lead}${flowText(value)}\n`
  let text = ''
  let before = lead
  if (isList(value)) {
    for (const item of value) {
      text += blockText(item, `${before}- `, `${indent}  `)
      before = indent
    }
    return text
  }
  for (const [key, member] of sortedEntries(value)) {
    text += entryText(key, member, before, indent)
    before = indent
  }
  return text
}

function entryText(key: string, value: YamlValue, lead: string, indent: string): string {
  const name = stringText(key)
  const head = name.length > LONGEST_SIMPLE_KEY ? `${lead}? ${name}\n${indent}:` : `${lead}${name}:`
  if (isLiteral(value)) return `${head} ${literalText(value, `${indent}  `)}`
  if (!isBlock(value)) return `${head} ${flowText(value)}\n`
  return `${head}\n${blockText(value, `${indent}  `, `${indent}  `)}`
}

/** A value that needs no lines of its own: a scalar, an empty list or an empty map. */
function flowText(value: YamlValue): string {
  if (typeof value === 'string') return stringText(value)
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean' || value === null) return String(value)
  return isList(value) ? '[]' : '{}'
}

function isBlock(value: YamlValue): value is readonly YamlValue[] | YamlMap {
  if (typeof value !== 'object' || value === null) return false
  if (isList(value)) return value.length > 0
  return value instanceof Map ? value.size > 0 : Object.keys(value).length > 0
}

function isList(value: YamlValue): value is readonly YamlValue[] {
  return Array.isArray(value)
}

/** Sorted by UTF-16 code units, independent of the locale; keys that differ only in lone surrogates are one key. */
function sortedEntries(map: YamlMap): (readonly [string, YamlValue])[] {
  const entries = map instanceof Map ? [...map.entries()] : Object.entries(map)
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1))
  if (sorted.every(([key]) => key.isWellFormed())) return sorted
  return [...new Map(sorted.map(([key, value]) => [key.toWellFormed(), value]))]
}

/** YAML 1.1 takes a number with an exponent for a float only where it has a dot: https://yaml.org/type/float.html */
function numberText(value: number): string {
  if (Number.isNaN(value)) return '.nan'
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf'
  if (Object.is(value, -0)) return '-0.0'
  return String(value).replace(/^(-?\d+)e/, '$1.0e')
}

/**
 * Text of several lines that looks the same wherever it is read: printable ASCII, with one newline at its end, and neither
 * invisible blanks nor what hides a file from Argo CD, which only quotes can spell out.
 */
const LITERAL = /^[!-~][ -~]*\n(?:[ -~]*\n)*[ -~]*[!-~]\n$/

function isLiteral(value: YamlValue): value is string {
  return typeof value === 'string' && LITERAL.test(value) && !/ \n|\+argocd:/.test(value)
}

/** The lines as they are, behind `|`: https://yaml.org/spec/1.2.2/#literal-style */
function literalText(text: string, indent: string): string {
  return `|\n${text.replaceAll(/^(?=.)/gm, indent)}`
}

function stringText(value: string): string {
  return PLAIN.test(value) && !AMBIGUOUS.test(value)
    ? value
    : `"${value.toWellFormed().replace(ESCAPED, escapeOf)}"`
}

/**
 * What a double-quoted string escapes: the two characters with a meaning in it, everything but printable ASCII (so that
 * invisible text is seen in a review), and the plus sign of `+argocd:`. Argo CD skips a file that contains
 * `+argocd:skip-file-rendering` anywhere, and would prune the objects in it.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/reposerver/repository/repository.go `getPotentiallyValidManifestFile`
 */
const ESCAPED = /["\\]|[^\x20-\x7e]|\+(?=argocd:)/gu

const SHORT_ESCAPES = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\t', '\\t'],
])

function escapeOf(character: string): string {
  const short = SHORT_ESCAPES.get(character)
  if (short !== undefined) return short
  const hex = (character.codePointAt(0) ?? 0).toString(16)
  if (hex.length <= 2) return `\\x${hex.padStart(2, '0')}`
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}
