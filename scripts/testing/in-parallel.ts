/** Does it with each, so many at once, and gives what came of it in their order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = items.entries()
  const work = async () => {
    for (const [index, item] of left) results[index] = await act(item)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}
