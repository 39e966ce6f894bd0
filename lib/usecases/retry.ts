const SOON_S = 5

/**
 * In how many seconds somebody who was put off tries again: another number each time, so that a whole fleet that was put off
 * together doesn't come back together.
 */
export function retrySoonS(): number {
  return SOON_S + Math.floor(Math.random() * (SOON_S + 1))
}
