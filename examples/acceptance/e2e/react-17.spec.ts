import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createServer } from 'vite'
import { runFolder } from '../scripts/run-folder.mjs'
import { root } from '../scripts/workspaces.mjs'

// The server compiles several hundred sources for the page.
test.describe.configure({ timeout: 120_000 })

test('a host on React 17 reads in the console that it needs React 18.3, and what else it can use', async ({
  page,
}) => {
  const server = await createServer({
    root: join(root, 'examples/react-17'),
    cacheDir: join(runFolder(), `vite-react-17-${process.pid}`),
    logLevel: 'silent',
    server: { port: 0, host: '127.0.0.1' },
  })
  await server.listen()
  const printed: string[] = []
  page.on('console', message => void printed.push(message.text()))
  page.on('pageerror', error => void printed.push(error.message))
  try {
    await page.goto(server.resolvedUrls?.local[0] ?? '')
    await expect
      .poll(() => printed.join('\n'), { timeout: 60_000 })
      .toContain(
        'Portico needs React 18.3 or later, and this page has 17.0.2. Update react and react-dom, or use the elements of @portico/sdk/element.',
      )
  } finally {
    await server.close()
  }
})
