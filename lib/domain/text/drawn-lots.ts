// The lots of many texts as one number each, so that those that come first are found without comparing texts.

/** More than a fleet has clusters. A lot and an index together are below 2^53, so a number holds both. */
const INDEXES = 2 ** 21

/** What some of many texts draw, by their indexes. `texts`: sorted, so that of those with the same lot the first one draws less. */
export function drawLots(
  texts: readonly string[],
  indexes: ArrayLike<number>,
  lotOf: (text: string) => number,
): Float64Array {
  const drawn = new Float64Array(indexes.length)
  for (let nth = 0; nth < indexes.length; nth++) {
    drawn[nth] = lotOf(texts[indexes[nth]!]!) * INDEXES + indexes[nth]!
  }
  return drawn
}

/** The index of the text that drew this. */
export function indexOfDrawn(drawn: number): number {
  return drawn % INDEXES
}

export function lotOfDrawn(drawn: number): number {
  return Math.floor(drawn / INDEXES)
}
