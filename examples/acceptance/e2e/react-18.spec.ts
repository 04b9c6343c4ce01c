import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { serve } from '../scripts/serve.mjs'
import { root } from '../scripts/workspaces.mjs'
import { buildPage } from '../scripts/world.mjs'

test('[D6b] a host on React 18.3 opens the Connect view without a line in the console', async ({
  page,
}) => {
  const server = await serve(await buildPage(join(root, 'examples', 'react-18'), 'react-18'))
  const words: string[] = []
  page.on('console', message => words.push(message.text()))
  page.on('pageerror', error => words.push(error.message))
  try {
    await page.goto(server.url)
    await page.getByRole('button', { name: /connect/i }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(words).toEqual([])
  } finally {
    await server.close()
  }
})
