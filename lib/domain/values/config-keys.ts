// The keys at the top of what an application is told: each is a key of a ConfigMap, too.
import type { Issue } from '#lib/domain/text/issue.ts'
import { quoted } from '#lib/domain/text/text.ts'

const KEY = /^[A-Za-z][A-Za-z0-9_-]{0,62}$/
/** What Berth may say of itself beside them. */
const RESERVED = 'berth'

/** Whether values may have this key at their top: a letter, then at most 62 letters, digits, `_` and `-`; not `berth`. */
export function isConfigKey(key: string): boolean {
  return KEY.test(key) && key !== RESERVED
}

/** The issues `config_key` of the keys of an object, which is found at `path`. */
export function configKeyIssues(object: object, path: Issue['path']): readonly Issue[] {
  return Object.keys(object)
    .filter((key) => !isConfigKey(key))
    .map((key) => ({ path: [...path, key], code: 'config_key', reason: configKeyReason(key) }))
}

/** Why a key is none. */
export function configKeyReason(key: string): string {
  if (key === RESERVED) return `The key "${RESERVED}" is kept for Berth.`
  return `${quoted(key)} is no key: it is a letter, and up to 62 letters, digits, "_" and "-" after it.`
}
