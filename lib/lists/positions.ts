// The position after a page's last row, as the parts of a `continue` token.
import { z } from 'zod'

export type ContinueToken = readonly (string | number)[]

export type PositionForm<Position> = {
  readonly tokenOf: (position: Position) => ContinueToken
  /** Null: the token belongs to another list. */
  readonly positionOf: (token: ContinueToken) => Position | null
}

const part = z.union([z.string(), z.number()])

/** A position whose parts are listed in its token. */
export function ofParts<Parts extends Readonly<Record<string, z.ZodType<string | number>>>>(
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

const namedPosition = ofParts({ name: z.string(), team: z.string(), began: z.number() })

const texts = z.array(z.string())

/** What only the order of the list says of the position comes after its other parts. */
export const objectPosition: PositionForm<
  ReturnType<typeof namedPosition.positionOf> & { readonly values: readonly string[] }
> = {
  tokenOf: ({ values, ...named }) => [...namedPosition.tokenOf(named), ...values],
  positionOf: (token) => {
    const named = namedPosition.positionOf(token.slice(0, NAMED_PARTS))
    const values = texts.safeParse(token.slice(NAMED_PARTS)).data
    return named && values ? { ...named, values } : null
  },
}

const NAMED_PARTS = 3

const pair = { namespace: z.string(), application: z.string(), cluster: z.string() }

export const pairPosition = ofParts(pair)

export const deploymentPosition = ofParts({ change: z.number(), ...pair })

export const tokenPosition = ofParts({ value: z.string(), id: z.string() })

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

export const viewPosition = ofParts({ name: z.string(), id: z.string().regex(ID) })

const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/** Of what has an id and happened at a time. */
export const timedPosition = ofParts({
  at: z.number().min(0).max(LAST_MS),
  id: z.string().regex(ID),
})

export const personPosition = ofParts({ name: z.string(), subject: z.string() })

export const reviewPosition = ofParts({
  name: z.string(),
  subject: z.string(),
  team: z.string(),
  source: z.enum(['group', 'role']),
  value: z.string(),
  role: z.enum(['admin', 'contributor', 'reader']),
})

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
