// Writes the position after a page's last row into a `continue` token, and reads it back.
import { z } from 'zod'
import { wrongParameter } from './query.ts'

type ContinueToken = readonly (string | number)[]

export type PositionForm<Position> = {
  readonly tokenOf: (position: Position) => ContinueToken
  /** Null: the token belongs to another list. */
  readonly positionOf: (token: ContinueToken) => Position | null
}

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

const part = z.union([z.string(), z.number()])

/** A position whose parts are listed in its token. */
export function ofParts<Parts extends Readonly<Record<string, z.ZodString | z.ZodNumber>>>(
  parts: Parts,
): PositionForm<z.output<z.ZodObject<Parts>>> {
  const names = Object.keys(parts)
  const schema = z.object(parts)
  return {
    tokenOf: (position) => names.map((name) => part.parse(Reflect.get(position, name))),
    positionOf: (token) => {
      const given = Object.fromEntries(names.map((name, index) => [name, token[index]]))
      return token.length === names.length ? (schema.safeParse(given).data ?? null) : null
    },
  }
}

export const objectPosition = ofParts({ name: z.string(), team: z.string(), began: z.number() })

const pair = { namespace: z.string(), application: z.string(), cluster: z.string() }

export const pairPosition = ofParts(pair)

export const deploymentPosition = ofParts({ change: z.number(), ...pair })

export const tokenPosition = ofParts({ value: z.string(), id: z.string() })

const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

export const teamRequestPosition = ofParts({
  at: z.number().min(0).max(LAST_MS),
  id: z.string().regex(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/),
})

export const personPosition = ofParts({ name: z.string(), subject: z.string() })

export const changePosition: PositionForm<number> = {
  tokenOf: (id) => [id],
  positionOf: ([id, ...rest]) => (typeof id === 'number' && rest.length === 0 ? id : null),
}

/** For a list that is short enough to be read whole. */
export const indexPosition: PositionForm<number> = {
  tokenOf: (index) => [index],
  positionOf: (token) => {
    const index = changePosition.positionOf(token)
    return index !== null && index >= 0 ? index : null
  },
}
