const itemsAtOnce = 25

/** Maps the items, and lets requests to the API be answered after every few. */
export async function mapInPieces<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    if (index % itemsAtOnce === itemsAtOnce - 1)
      await new Promise<void>(resolve => setImmediate(resolve))
    results.push(map(item, index))
  }
  return results
}
