/** Sorted, so that people's order changes no bytes; without repeats, which Argo CD refuses in a project. */
export function sortedSet(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort()
}
