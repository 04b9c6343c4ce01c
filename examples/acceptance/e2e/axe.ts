/** What axe-core finds in a page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { RunOptions, run } from 'axe-core'
import { settled } from './animations.js'

declare global {
  interface Window {
    readonly axe: { readonly run: typeof run }
  }
}

export const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
/** The script that brings axe-core into a page. */
export const axeSource = readFileSync(axeFile, 'utf8')

/** What the law asks for in most places, and what axe-core recommends besides. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * How axe-core is to look: for violations alone, because what holds is most of its work. `rules`:
 * only these.
 */
export const axeOptions = (rules?: readonly string[]): RunOptions => ({
  resultTypes: ['violations'],
  runOnly: rules ? { type: 'rule', values: [...rules] } : { type: 'tag', values: tags },
})

export interface AxeOptions {
  readonly parts: readonly string[]
  readonly rules?: readonly string[]
  /**
   * Where the server of the page has `axeFile`. The browser keeps what it has compiled of an
   * address: that saves a sixth of a second in each further page.
   */
  readonly script?: string
}
/**
 * Every violation in these parts of the page, with its elements, once nothing moves or fades in any
 * more: a colour counts when it is whole. None is the empty list. Throws where none of the parts is
 * there.
 */
export async function axe(
  page: Page,
  { parts, rules, script }: AxeOptions,
): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window)))
    await (script ? page.addScriptTag({ url: script }) : page.evaluate(axeSource))
  await settled(page, parts)
  const { violations } = await page.evaluate(
    ({ parts, options }) => window.axe.run({ include: [...parts] }, options),
    { parts, options: axeOptions(rules) },
  )
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`,
  )
}
