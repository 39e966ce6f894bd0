// Writes the position after a page's last row into a `continue` token, and reads it back.
import type { ContinueToken, PositionForm } from '#lib/lists/positions.ts'
import { wrongParameter } from './query.ts'

/** A `continue` token: opaque to clients, checked when it comes back. */
export function writeContinue(token: ContinueToken): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url')
}

/** Where a page begins; null: at the beginning. 400 for a token of another list. */
export function readContinue<Position>(
  { positionOf }: PositionForm<Position>,
  text: string | null | undefined,
): Position | null {
  if (!text) return null
  const token = decode(text)
  const position = token && positionOf(token)
  if (position === null) throw wrongParameter('continue', 'The continue token is not one of ours.')
  return position
}

function decode(text: string): ContinueToken | null {
  try {
    const token: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(token) && token.every(isPart) ? token : null
  } catch {
    return null
  }
}

function isPart(part: unknown): part is string | number {
  return typeof part === 'string'
    ? part.isWellFormed() && !part.includes('\0')
    : Number.isSafeInteger(part)
}
