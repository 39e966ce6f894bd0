// Shares as people write them.

/** Of `5%`, as 0.05; null: it is no share, or none between 0 and 1. */
export function shareOf(text: string): number | null {
  const [, percent] = /^(\d{1,3}(?:\.\d{1,2})?)%$/.exec(text) ?? []
  const share = Number(percent) / 100
  return share > 0 && share <= 1 ? share : null
}
