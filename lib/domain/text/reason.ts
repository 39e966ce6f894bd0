// The reason that people may give for a change: it becomes part of the history, on one line.
import type { Issue } from './issue.ts'
import { textIssues } from './text.ts'

export const REASON_CHARACTERS_MAX = 1000

/** The issues of a reason: those of a text of at most 1000 characters without line breaks of any kind. */
export function reasonIssues(reason: string, path: Issue['path']): readonly Issue[] {
  const rule = { charactersMax: REASON_CHARACTERS_MAX, lineBreaks: false }
  const issues = textIssues(reason, path, rule)
  if (issues.length > 0 || !/[\u2028\u2029]/.test(reason)) return issues
  return [{ path, code: 'control_char', reason: 'A reason is one line.' }]
}

const OVERRIDE_REASON_CHARACTERS = 10

/** What overriding a stop needs, in a sentence. */
export const OVERRIDE_NEEDS = `An override needs a reason of ${OVERRIDE_REASON_CHARACTERS} characters or more.`

/** Whether a reason is enough to override what stops a save. */
export function isOverrideReason(reason: string): boolean {
  return reason.trim().length >= OVERRIDE_REASON_CHARACTERS
}
