// The keys at the top of what an application is told: each is a key of a ConfigMap, too.
import type { Issue } from '#lib/domain/text/issue.ts'
import { quoted } from '#lib/domain/text/text.ts'

const KEY = /^[A-Za-z][A-Za-z0-9_-]{0,62}$/
/** What Berth may say of itself beside them. */
const RESERVED = 'berth'

/** The issues `config_key` of the keys of an object, which is found at `path`. */
export function configKeyIssues(object: object, path: Issue['path']): readonly Issue[] {
  return Object.keys(object).flatMap((key) => {
    const reason = reasonAgainst(key)
    return reason === null ? [] : [{ path: [...path, key], code: 'config_key', reason }]
  })
}

function reasonAgainst(key: string): string | null {
  if (key === RESERVED) return `The key "${RESERVED}" is kept for Berth.`
  return KEY.test(key)
    ? null
    : `${quoted(key)} is no key: it is a letter, and up to 62 letters, digits, "_" and "-" after it.`
}
