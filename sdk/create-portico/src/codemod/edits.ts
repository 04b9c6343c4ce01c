/** A replacement in a text. `end` is exclusive. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Applies edits. One that lies inside another is left out: the outer one replaces its place. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const sorted = edits.toSorted((a, b) => a.start - b.start || b.end - a.end)
  let result = ''
  let at = 0
  for (const edit of sorted) {
    if (edit.start < at) continue
    result += text.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return result + text.slice(at)
}

/** How many lines of the new text are not in the old one, and how many are. */
export function countLines(
  before: string,
  after: string,
): { readonly changed: number; readonly unchanged: number } {
  const left = new Map<string, number>()
  for (const line of before.split('\n')) left.set(line, (left.get(line) ?? 0) + 1)
  let unchanged = 0
  const lines = after.split('\n')
  for (const line of lines) {
    const count = left.get(line) ?? 0
    if (!count) continue
    left.set(line, count - 1)
    unchanged++
  }
  return { changed: lines.length - unchanged, unchanged }
}
