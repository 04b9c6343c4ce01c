/** The form and the review of Send, as a person uses them. */
import type { Locator, Page } from '@playwright/test'
import { expect, inModal, title } from './visit.js'

/** Asks a node without any of our code. */
export const ask = async (url: string, method: string, params: unknown[]): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return ((await response.json()) as { readonly result: unknown }).result
}

export const amount = (page: Page): Locator =>
  page.locator('portico-root').getByRole('textbox', { name: /^Amount in/ })
export const recipient = (page: Page): Locator =>
  page.locator('portico-root').getByRole('textbox', { name: 'To' })
export async function fill(page: Page, figure: string, to: string): Promise<void> {
  await inModal(page, 'Send').click()
  await amount(page).fill(figure)
  await recipient(page).fill(to)
}
export async function review(page: Page, wait: { readonly timeout?: number } = {}): Promise<void> {
  await inModal(page, 'Review').click()
  await expect(title(page, 'Review')).toBeVisible(wait)
}
export const confirm = (page: Page, label: string | RegExp): Promise<void> =>
  inModal(page, label).click()
export const words = (page: Page, text: string | RegExp): Locator =>
  page.locator('portico-root').getByText(text)
