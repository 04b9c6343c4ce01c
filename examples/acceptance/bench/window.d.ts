/** What the functions of `in-page.mjs` leave in the page. */
interface Window {
  readonly records: { readonly blockedMs: number; longestTaskMs: number; readonly shift: number }
  readonly idle: { hold(): void; release(): void }
  readonly liveTimers: ReadonlySet<unknown>
  results: number[]
}
