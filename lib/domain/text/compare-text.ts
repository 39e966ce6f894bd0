// The one order of texts for everything that is sorted by name.

/** Below 0, 0 or above: by UTF-16 code units, so that the order is the same on every machine. */
export function compareText(a: string, b: string): number {
  if (a < b) return -1
  return a > b ? 1 : 0
}
