import { join } from 'node:path'
import { serve } from '../scripts/serve.mjs'
import { root } from '../scripts/workspaces.mjs'
import { buildPage, startBuiltPlayground } from '../scripts/world.mjs'

/**
 * Starts what every end-to-end test needs. Tests find the playground at `/`, the pages of a host at
 * PORTICO_HOST, and the chains in PORTICO_DEVNET.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const world = await startBuiltPlayground()
  try {
    const host = await serve(
      await buildPage(join(root, 'examples/acceptance/fixtures/host'), 'host'),
    )
    process.env.PORTICO_URL = world.url
    process.env.PORTICO_HOST = host.url
    return async () => void (await Promise.allSettled([host.close(), world.stop()]))
  } catch (error) {
    await world.stop()
    throw error
  }
}
