import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from '@portico/kernel'
import { testChainPlugin, type WalletRig } from '@portico/kernel/testing'
import { root } from '../scripts/workspaces.mjs'

/** What the guide's chain exports. */
interface Guide {
  pebble(options: { balanceOf(address: string): Promise<bigint>; find(): unknown }): Plugin
}

/** The chain as it stands in the guide, as a module. */
async function guideChain(): Promise<Guide> {
  const [, code = ''] = /^## The chain\n\n```ts\n(.*?)^```$/ms.exec(readFileSync(join(root, 'examples/docs/write-a-chain.md'), 'utf8')) ?? []
  const folder = join(root, 'test-results', 'guides')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'pebble.ts'), code)
  return import(join(folder, 'pebble.ts'))
}

/** A scripted wallet as the guide's chain expects it at `window.pebble`. */
function pebbleWallet() {
  const listeners = { changed: new Set<() => void>(), gone: new Set<() => void>() }
  const known = { accounts: [] as string[], network: 'pebble:shore' }
  const asks = new Set(['pebble_connect', 'pebble_sign', 'pebble_send', 'pebble_switch'])
  let accounts = ['p_ada', 'p_grace']
  let prompts = 0
  const answers: Readonly<Record<string, (params: never) => unknown>> = {
    pebble_state: () => ({ ...known }),
    pebble_forget: () => void (known.accounts = []),
    pebble_connect: ({ network }: { network?: string }) => Object.assign(known, { accounts, ...(network && { network }) }),
    pebble_sign: ({ address, text }: { address: string; text: string }) => `${address} says ${text}`,
    pebble_send: () => 'hash',
    pebble_switch({ network }: { network: string }) {
      known.network = network
      for (const listener of listeners.changed) listener()
    },
  }
  const wallet: WalletRig = {
    policy: 'approve',
    get prompts() {
      return prompts
    },
    get listeners() {
      return listeners.changed.size + listeners.gone.size
    },
    switchAccount() {
      accounts = ['p_grace', 'p_ada']
      known.accounts = accounts
      for (const listener of listeners.changed) listener()
      return 'p_grace'
    },
    hangUp() {
      for (const listener of listeners.gone) listener()
    },
  }
  const provider = {
    async request(method: string, params: never) {
      if (!asks.has(method)) return answers[method]?.(params)
      prompts++
      if (wallet.policy === 'decline') throw { code: 4001, message: 'no' }
      if (wallet.policy === 'hang') return new Promise(() => undefined)
      return answers[method]?.(params)
    },
    on: (event: 'changed' | 'gone', listener: () => void) => listeners[event].add(listener),
    off: (event: 'changed' | 'gone', listener: () => void) => listeners[event].delete(listener),
  }
  return { wallet, provider }
}

const { pebble } = await guideChain()

testChainPlugin('the chain of the guide', () => {
  const { wallet, provider } = pebbleWallet()
  return {
    plugin: () => pebble({ balanceOf: async () => 100n, find: () => provider }),
    namespace: 'pebble',
    network: 'pebble:shore',
    otherNetwork: 'pebble:lake',
    addresses: { good: ['p_ada', 'p_bob'], bad: ['bob', '', 'p_Ada', 'p_ada '] },
    transfer: { to: 'p_bob', amount: 5n },
    wallet,
  }
})
