import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runFolder } from '../scripts/run-folder.mjs'
import { root } from '../scripts/workspaces.mjs'
import { buildPage, startChains } from '../scripts/world.mjs'

/**
 * Starts the chains and builds the page of a host, as for the end-to-end tests. The page is not
 * built again where they ran before in the same command.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { stop } = await startChains()
  try {
    const built = join(runFolder(), 'pages', 'host')
    process.env.PORTICO_HOST_PAGES = existsSync(join(built, 'phone.html'))
      ? built
      : await buildPage(join(root, 'examples/acceptance/fixtures/host'), 'host')
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
