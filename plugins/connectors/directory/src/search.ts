/** Finding a wallet by what a person types. Pure; what does not change while they type is prepared once. */

/** Text without what people leave out when they type: case, accents, widths, what stands between words. */
export function fold(text: string): string {
  return (
    text
      // Before it is taken apart and after: some letters are taken apart into large ones, others differently when they are small.
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

/** What is looked through for each letter that is typed: made with the first of them, or before it by `ready`. */
export interface Searchable<Item> {
  readonly items: readonly Item[]
  /** Their names, folded: with a space before each word, and as one word. */
  readonly ready: () => readonly { readonly item: Item; readonly words: string; readonly whole: string }[]
}
export function searchable<Item extends { readonly name: string }>(items: readonly Item[]): Searchable<Item> {
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
 * Those whose name holds every word that was typed: first where the name begins with it, then where one of its words does, then the others, each in the order in
 * which they stood. Everything when nothing was typed. A name is found too when the words are typed as one: `trustwallet`.
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
