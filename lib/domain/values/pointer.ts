// Pointers into values, as RFC 6901 writes them.
import type { Issue } from '#lib/domain/text/issue.ts'
import { pathOfPointer } from '#lib/domain/text/pointer.ts'
import { type Flaw, grammarIssues } from '#lib/domain/text/text.ts'

const SEGMENTS_MAX = 10
const CHARACTERS_MAX = 500

const POINTER_FLAW: Flaw = {
  code: 'pointer_format',
  reason: `A pointer is 1 to ${SEGMENTS_MAX} keys with "/" before each, as in /app/config, and has at most ${CHARACTERS_MAX} characters. In a key, "~" is written ~0 and "/" is written ~1.`,
}

/** The issues of a pointer to an object within values: `pointer_format`. */
export function pointerIssues(pointer: string, path: Issue['path']): readonly Issue[] {
  return grammarIssues(pointer, path, (text) => (isPointer(text) ? null : POINTER_FLAW))
}

function isPointer(text: string): boolean {
  const keys = text.length > CHARACTERS_MAX ? [] : (pathOfPointer(text) ?? [])
  return keys.length > 0 && keys.length <= SEGMENTS_MAX && !keys.includes('__proto__')
}
