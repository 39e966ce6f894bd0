// What people typed, where a Git host reads it: in pull requests, and in messages of commits.

/** Invisible: it keeps what follows from being read as a name, a number or an address. */
const APART = '\u200b'

/** On one line, and nothing that a host takes for a name, a number, an address or a command. */
export function inert(typed: string): string {
  return typed
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .replaceAll('`', 'ˋ')
    .replaceAll(/[@#!~%&/]+(?=[^\s])/g, (sign) => `${sign}${APART}`)
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
}
