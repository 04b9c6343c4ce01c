/** What still moves in a page. */
import type { Page } from '@playwright/test'

/**
 * Resolves when what moves or fades in the page and in the shadow trees of `hosts` has come to its
 * end. What repeats for ever, such as a spinner, is not waited for.
 */
export const settled = (
  page: Page,
  hosts: readonly string[] = ['portico-root'],
): Promise<unknown> =>
  page.evaluate(
    hosts =>
      Promise.all(
        [document, ...hosts.map(host => document.querySelector(host)?.shadowRoot)]
          .flatMap(tree => tree?.getAnimations() ?? [])
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
          .map(({ finished }) => finished.catch(() => undefined)),
      ),
    hosts,
  )
