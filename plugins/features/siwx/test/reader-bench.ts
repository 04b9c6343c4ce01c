/** A page whose person signs in, over a wallet and a server that a test writes. */
import { definePlugin, memoryStorage } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import { type Messages, messagesCapability } from '@portico/kernel/capabilities'
import { connectView } from '@portico/kernel/connect-page'
import { connectionService } from '@portico/kernel/session'
import { shellService, shellSlice } from '@portico/kernel/shell'
import { createTestKernel, tally, tallyWallet } from '@portico/kernel/testing'
import { account } from '@portico/plugin-account'
import { api } from '@portico/plugin-api'
import { connection as connectionPlugin } from '@portico/plugin-connection'
import { shell } from '@portico/plugin-shell'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { type SiwxOptions, siwx, siwxService, siwxSlice } from '../src/index.js'

export const ends: (() => unknown)[] = []
export const page = {
  host: 'app.example',
  origin: 'https://app.example',
  href: 'https://app.example/',
}
/**
 * Creates a page that is connected and shows its message. `offer`: replaces parts of Tally's chain.
 */
export async function reader(
  options: SiwxOptions = {},
  offer?: Partial<Messages>,
  type: Account['type'] = 'eoa',
) {
  const wallet = tallyWallet({ type })
  const chain = definePlugin({
    id: 'test/liar',
    setup: context =>
      offer &&
      context.offer(messagesCapability, 'tally:main', {
        sign: async () => ({ signature: '', scheme: 'tally' }),
        verify: async ({ address }, text, { signature }) =>
          signature === `${address} wrote ${text}`,
        ...offer,
      }),
  })
  const base = [shell(), api(), connectionPlugin(), account()]
  const kernel = await createTestKernel({
    base,
    plugins: [tally({ wallets: [wallet] }), chain, siwx(options)],
    storage: memoryStorage(),
  })
  ends.push(() => kernel.dispose())
  kernel.use(shellService).open({ view: connectView })
  await kernel.use(connectionService).discover()
  await kernel.use(connectionService).connect('tally:org.tally.tally-wallet')
  const phase = () => kernel.state(siwxSlice).phase
  const reads = () =>
    vi.waitFor(() => expect(phase().name).toBe('reading'), { interval: 5, timeout: 10_000 })
  return {
    kernel,
    wallet,
    siwx: kernel.use(siwxService),
    phase,
    reads,
    request: () => {
      const now = phase()
      return 'request' in now ? now.request : undefined
    },
    sessions: () => kernel.state(siwxSlice).sessions,
    toast: () => kernel.state(shellSlice).toast?.message.en,
  }
}

/** Each test of the file that calls this ends without a server and without a kernel. */
export function setUpReader(): void {
  beforeEach(() => {
    vi.stubGlobal('location', page)
  })
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
    vi.unstubAllGlobals()
  })
}
