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

/** How many lines an edit adds and removes, as `git diff --numstat` counts them. */
export interface LineCounts {
  readonly added: number
  readonly removed: number
  readonly unchanged: number
}

/** Compares two texts line by line. A changed line is one added and one removed. */
export function countLines(before: string, after: string): LineCounts {
  const [old, now] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let [oldEnd, nowEnd] = [old.length, now.length]
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1]) {
    oldEnd--
    nowEnd--
  }
  const common = longestCommon(old.slice(start, oldEnd), now.slice(start, nowEnd))
  const unchanged = start + (old.length - oldEnd) + common
  return { added: now.length - unchanged, removed: old.length - unchanged, unchanged }
}

const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** The length of the longest common subsequence of two lists. */
function longestCommon(before: readonly string[], after: readonly string[]): number {
  let row: number[] = new Array(after.length + 1).fill(0)
  for (const line of before) {
    const next = [0]
    for (const [at, other] of after.entries())
      next.push(line === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0))
    row = next
  }
  return row.at(-1) ?? 0
}
