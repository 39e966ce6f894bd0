/** Sorted so that the order in which people list things moves no bytes; Argo CD refuses a project that repeats a source. */
export function sortedSet(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort()
}
