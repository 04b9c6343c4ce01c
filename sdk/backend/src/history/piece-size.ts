/** How much of a chain is requested at a time: adapts to what the node accepts and sends. */
export interface PieceSize {
  readonly value: number
  /** Halves after a refusal, an invalid or a cut response, or one that is large or slow. */
  shrink(): void
  /** Grows by a tenth, at least by one. */
  grow(): void
}

export function createPieceSize(first: number, most: number): PieceSize {
  let value = first
  return {
    get value() {
      return value
    },
    shrink() {
      value = Math.max(1, Math.floor(value / 2))
    },
    grow() {
      value = Math.min(most, value + Math.max(1, Math.floor(value / 10)))
    },
  }
}
