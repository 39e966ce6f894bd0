// How the position after a page's last row is written into a paging token, and read back from one.
import type { PersonCursor } from '#lib/usecases/access/people.ts'
import type { DeploymentCursor } from '#lib/usecases/history/list.ts'
import type { ObjectCursor } from '#lib/usecases/objects/read.ts'
import type { PlacementCursor } from '#lib/usecases/placements/list.ts'
import type { TeamRequestCursor } from '#lib/usecases/team-requests/read.ts'
import type { TokenCursor } from '#lib/usecases/tokens/list.ts'
import { wrongParameter } from './query.ts'

type Token = readonly (string | number)[]

export type PositionForm<Position> = {
  readonly tokenOf: (position: Position) => Token
  /** Null: the token is of another list. */
  readonly positionOf: (token: Token) => Position | null
}

/** A paging token: what the server wrote into it, opaque to clients, checked when it comes back. */
export function writeContinue(token: Token): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url')
}

/** Where a page begins; null: at the beginning. 400 for a token that isn't of this list. */
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

function decode(text: string): Token | null {
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

export const objectPosition: PositionForm<ObjectCursor> = {
  tokenOf: ({ name, team, began }) => [name, team, began],
  positionOf: (token) => {
    const [name, team, began] = token
    const isOurs =
      token.length === 3 &&
      typeof name === 'string' &&
      typeof team === 'string' &&
      typeof began === 'number'
    return isOurs ? { name, team, began } : null
  },
}

export const pairPosition: PositionForm<PlacementCursor> = {
  tokenOf: ({ namespace, application, cluster }) => [namespace, application, cluster],
  positionOf: (token) => {
    const [namespace, application, cluster] = token
    const isOurs =
      token.length === 3 &&
      typeof namespace === 'string' &&
      typeof application === 'string' &&
      typeof cluster === 'string'
    return isOurs ? { namespace, application, cluster } : null
  },
}

export const changePosition: PositionForm<number> = {
  tokenOf: (id) => [id],
  positionOf: ([id, ...rest]) => (typeof id === 'number' && rest.length === 0 ? id : null),
}

export const deploymentPosition: PositionForm<DeploymentCursor> = {
  tokenOf: ({ change, ...pair }) => [change, ...pairPosition.tokenOf(pair)],
  positionOf: ([change, ...rest]) => {
    const pair = pairPosition.positionOf(rest)
    return pair && typeof change === 'number' ? { change, ...pair } : null
  },
}

export const tokenPosition: PositionForm<TokenCursor> = {
  tokenOf: ({ value, id }) => [value, id],
  positionOf: ([value, id, ...rest]) =>
    typeof value === 'string' && typeof id === 'string' && rest.length === 0 ? { value, id } : null,
}

const REQUEST_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

export const teamRequestPosition: PositionForm<TeamRequestCursor> = {
  tokenOf: ({ at, id }) => [at, id],
  positionOf: ([at, id, ...rest]) => {
    const isOurs =
      rest.length === 0 &&
      typeof at === 'number' &&
      at >= 0 &&
      at <= LAST_MS &&
      typeof id === 'string' &&
      REQUEST_ID.test(id)
    return isOurs ? { at, id } : null
  },
}

export const personPosition: PositionForm<PersonCursor> = {
  tokenOf: ({ name, subject }) => [name, subject],
  positionOf: (token) => {
    const [name, subject] = token
    const isOurs = token.length === 2 && typeof name === 'string' && typeof subject === 'string'
    return isOurs ? { name, subject } : null
  },
}

/** Of a list that is short enough to be read whole. */
export const indexPosition: PositionForm<number> = {
  tokenOf: (index) => [index],
  positionOf: ([index, ...rest]) =>
    rest.length === 0 && typeof index === 'number' && index >= 0 ? index : null,
}
