import { beforeEnd } from './process.mjs'
import { startPlayground } from './world.mjs'

const hasScreen =
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

/** Starts the devnet and the playground. Both run until this process gets a signal to end. */
export async function start() {
  process.stdout.write('Compiling, then starting the local chains and the playground …\n')
  const world = await startPlayground()
  beforeEnd(world.stop)
  for (const { id, addresses } of world.parts)
    process.stdout.write(`  ${id.padEnd(14)} ${Object.values(addresses).join('   ')}\n`)
  process.stdout.write(
    `  playground     ${world.url}\n  a phone's wallet ${new URL('pocket.html', world.url)}\n  inbox          ${world.inbox}\n\nOpen the playground and click "Connect wallet": a test wallet is waiting there, and so is a login by e-mail, whose code comes to the inbox. Stop everything with Ctrl+C.\n`,
  )
  if (process.stdout.isTTY && hasScreen && !process.env.CI) world.show()
}
