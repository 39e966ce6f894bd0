// Which text may be stored at all, and how a sentence quotes a piece of somebody's input: bounded, and without characters
// that hide or imitate others.
import type { Issue } from './issue.ts'

type Path = Issue['path']

/** What is wrong with a text, without the path to it. */
export type Flaw = Omit<Issue, 'path'>

const SHOWN_CHARACTERS_MAX = 60

/** A character as Unicode writes it: `U+0430`. */
export function codePointName(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
}

/** A piece of input in double quotes for a sentence: cut after 60 characters; all but printable ASCII as code points. */
export function quoted(text: string): string {
  const start = text.slice(0, SHOWN_CHARACTERS_MAX)
  const shown = start.replace(/[^\x20-\x7e]/gu, (character) => `<${codePointName(character)}>`)
  return start === text ? `"${shown}"` : `"${shown}..."`
}

/** A text on one line. Characters that hide, or change the direction of others, are shown as code points. */
export function singleLine(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `<${codePointName(character)}>`,
  )
}

/** Whether PostgreSQL keeps the text as it is. What it can't keep, it refuses to be asked for, too. */
export function isStorable(text: string): boolean {
  return unstorableIssues(text, []).length === 0
}

/** NUL and lone surrogates, which PostgreSQL refuses or silently changes. No text may contain them. */
function unstorableIssues(text: string, path: Path): Issue[] {
  const issues: Issue[] = []
  if (text.includes('\0')) {
    issues.push({
      path,
      code: 'control_char',
      reason: 'The text holds the control character U+0000.',
    })
  }
  if (!text.isWellFormed()) {
    issues.push({
      path,
      code: 'invalid_unicode',
      reason: 'The text holds half of a surrogate pair, which is no Unicode character.',
    })
  }
  return issues
}

/**
 * The issues of a text that has a grammar. `flawOf` says what is wrong with it, or null; it is asked only when the text
 * can be stored at all.
 */
export function grammarIssues(
  text: string,
  path: Path,
  flawOf: (text: string) => Flaw | null,
): readonly Issue[] {
  const unstorable = unstorableIssues(text, path)
  if (unstorable.length > 0) return unstorable
  const flaw = flawOf(text)
  return flaw === null ? [] : [{ path, ...flaw }]
}

/**
 * The issues of free text: `too_long`, `invalid_unicode`, `control_char`. Control characters are C0, DEL and C1; with
 * `lineBreaks`, line feeds and tabs are welcome. Characters are counted as UTF-16 code units, as browsers count them.
 */
export function textIssues(
  text: string,
  path: Path,
  rule: { readonly charactersMax: number; readonly lineBreaks: boolean },
): readonly Issue[] {
  const issues = unstorableIssues(text, path)
  if (text.length > rule.charactersMax) {
    issues.push({
      path,
      code: 'too_long',
      reason: `The text has ${text.length} characters; at most ${rule.charactersMax} are allowed.`,
    })
  }
  const control = (rule.lineBreaks ? /[^\P{Cc}\0\n\t]/u : /[^\P{Cc}\0]/u).exec(text)
  if (control !== null) {
    issues.push({
      path,
      code: 'control_char',
      reason: `The text holds the control character ${codePointName(control[0])}.`,
    })
  }
  return issues
}

const DESCRIPTION_CHARACTERS_MAX = 2000

/** The issues of an object's description: free text of at most 2,000 characters. */
export function descriptionIssues(description: string): readonly Issue[] {
  return textIssues(description, ['description'], {
    charactersMax: DESCRIPTION_CHARACTERS_MAX,
    lineBreaks: true,
  })
}
