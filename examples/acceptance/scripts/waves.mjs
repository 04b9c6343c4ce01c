/** @import { Page, Route } from '@playwright/test' */

/** How long no script is requested before the held ones arrive, in ms. */
const quietMs = 250

/**
 * Holds every script back until no other is requested, then lets all of them arrive together.
 * Scripts that are requested side by side are one wave, and those that an arrived script requests
 * are the next: the count does not depend on how fast anything is.
 *
 * @param {Page} page
 * @returns {Promise<{ waves: () => readonly (readonly string[])[], stop: () => Promise<void> }>}
 * `waves`: the URLs of each wave
 */
export async function countWaves(page) {
  /** @type {string[][]} */
  const waves = []
  /** @type {Route[]} */
  let held = []
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const arrive = () => {
    waves.push(held.map(route => route.request().url()))
    for (const route of held) route.continue().catch(() => undefined) // the page may be gone
    held = []
  }
  const hold = (/** @type {Route} */ route) => {
    held.push(route)
    clearTimeout(timer)
    timer = setTimeout(arrive, quietMs)
  }
  await page.route('**/*.js', hold)
  return {
    waves: () => waves,
    stop: async () => {
      clearTimeout(timer)
      if (held.length) arrive()
      await page.unroute('**/*.js', hold)
    },
  }
}
