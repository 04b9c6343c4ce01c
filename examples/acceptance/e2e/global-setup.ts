import { startBuiltPlayground } from '../scripts/world.mjs'

/** Starts what every end-to-end test needs. Tests find the page at `/` and the chains in PORTICO_DEVNET. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const world = await startBuiltPlayground()
  process.env.PORTICO_URL = world.url
  return world.stop
}
