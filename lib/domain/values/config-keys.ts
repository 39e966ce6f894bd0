// The top-level keys of configs: each becomes a key of a ConfigMap, and part of documents that people read.
import type { Issue } from '#lib/domain/text/issue.ts'
import { quoted } from '#lib/domain/text/text.ts'

const KEY = /^[A-Za-z][A-Za-z0-9_-]{0,62}$/
const RESERVED = 'berth'

/** Whether values may have this key at their top: a letter, then at most 62 letters, digits, `_` and `-`; not `berth`. */
export function isConfigKey(key: string): boolean {
  return KEY.test(key) && key !== RESERVED
}

/** The issues `values_invalid` of top-level keys. */
export function configKeyIssues(keys: readonly string[], path: Issue['path']): readonly Issue[] {
  return keys
    .filter((key) => !isConfigKey(key))
    .map((key) => ({ path: [...path, key], code: 'values_invalid', reason: configKeyReason(key) }))
}

/** Why a key is none. */
export function configKeyReason(key: string): string {
  return key === RESERVED
    ? `The key ${quoted(key)} is Berth’s own.`
    : `At the top, a key is a letter, and then at most 62 letters, digits, "_" or "-": ${quoted(key)} is none.`
}
