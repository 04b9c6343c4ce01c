import type { Page, Route } from '@playwright/test'

export interface Waves {
  /** The URLs of each wave. */
  readonly waves: () => readonly (readonly string[])[]
  readonly stop: () => Promise<void>
}
/**
 * Holds every script back until no other is asked for, then lets all of them arrive together. Scripts that are asked for side by side are one wave, and those that
 * an arrived script asks for are the next: the count does not depend on how fast anything is.
 */
export async function countWaves(page: Page): Promise<Waves> {
  const quietMs = 250
  const waves: string[][] = []
  let held: Route[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const arrive = () => {
    waves.push(held.map(route => route.request().url()))
    for (const route of held) route.continue().catch(() => undefined) // the page may be gone
    held = []
  }
  const hold = (route: Route) => {
    held.push(route)
    clearTimeout(timer)
    timer = setTimeout(arrive, quietMs)
  }
  await page.route('**/*.js', hold)
  return {
    waves: () => waves,
    stop: async () => {
      clearTimeout(timer)
      arrive()
      await page.unroute('**/*.js', hold)
    },
  }
}
