/**
 * Finds wallets by the text that a person types. Pure; work that does not depend on the text is
 * done once.
 */

/**
 * Removes what people leave out when they type: case, accents, widths, and separators between
 * words.
 */
export function fold(text: string): string {
  return (
    text
      // Lower-cased before and after the decomposition: some letters decompose into upper-case
      // ones, others differently in lower case.
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/ı/g, 'i')
      .replace(/ς/g, 'σ')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  )
}

/** The folded names, prepared on the first letter, or earlier by `ready`. */
export interface Searchable<Item> {
  readonly items: readonly Item[]
  /** The folded names: with a space before each word, and as one word. */
  readonly ready: () => readonly {
    readonly item: Item
    readonly words: string
    readonly whole: string
  }[]
}
export function searchable<Item extends { readonly name: string }>(
  items: readonly Item[],
): Searchable<Item> {
  const folded = () =>
    items.map(item => {
      const name = fold(item.name)
      return { item, words: ` ${name}`, whole: name.replaceAll(' ', '') }
    })
  let made: ReturnType<typeof folded> | undefined
  const ready = () => {
    made ??= folded()
    return made
  }
  return { items, ready }
}

/**
 * Returns the items whose name contains every typed word.
 * First those whose name starts with the text, then those with a word that starts with it, then the
 * others; each group keeps its order. Returns all items for an empty text. A name is also found
 * when its words are typed as one: `trustwallet`.
 */
export function search<Item>({ items, ready }: Searchable<Item>, typed: string): readonly Item[] {
  const text = fold(typed)
  if (!text) return items
  const parts = text.split(' ')
  const start = ` ${text}`
  const found: [Item[], Item[], Item[]] = [[], [], []]
  for (const { item, words, whole } of ready()) {
    if (words.startsWith(start)) found[0].push(item)
    else if (words.includes(start)) found[1].push(item)
    else if (whole.includes(text) || parts.every(part => words.includes(part))) found[2].push(item)
  }
  return found.flat()
}
