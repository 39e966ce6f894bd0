// How the position after a page's last row is written into a paging token, and read back from one.
import type { ObjectCursor } from '#lib/usecases/objects/read.ts'
import type { DeploymentCursor } from '#lib/usecases/history/list.ts'
import type { PlacementCursor } from '#lib/usecases/placements/list.ts'
import type { TokenCursor } from '#lib/usecases/tokens/list.ts'

type Token = readonly (string | number)[]

export type PositionForm<Position> = {
  readonly tokenOf: (position: Position) => Token
  /** Null: the token is of another list. */
  readonly positionOf: (token: Token) => Position | null
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
