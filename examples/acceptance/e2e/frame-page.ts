/** The page of `fixtures/frame`: the modal without any plugin of ours. */
import { expect, type Page } from '@playwright/test'
import type { Frame } from '../fixtures/frame/main.js'

declare global {
  interface Window {
    readonly frame: Frame
  }
}
export type Name = Parameters<Frame['open']>[0]
export const open = async (page: Page, name: Name, params?: unknown): Promise<void> => {
  await page.evaluate(([name, params]) => window.frame.open(name, params), [name, params] as const)
  await expect(page.locator('portico-root dialog')).toBeVisible()
}
