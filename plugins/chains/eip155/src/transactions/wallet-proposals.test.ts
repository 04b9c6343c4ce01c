import { type AnyPluginContext, definePlugin } from '@portico/kernel'
import type { NetworkId } from '@portico/kernel/chain'
import { type Connector, connectorsSlot, type WalletSession } from '@portico/kernel/connector-kit'
import { connectionService } from '@portico/kernel/session'
import { createTestKernel } from '@portico/kernel/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { never } from '../../test/bench.js'
import { ada, bob, walletError } from '../../test/scripted-provider.js'
import { eip155 } from '../index.js'
import { defineEvmNetwork } from '../networks.js'
import type { Eip155Handle } from '../wallets/handle.js'
import { createWalletProposals } from './wallet-proposals.js'

const hash = `0x${'12'.repeat(32)}`
const mined = `0x${'34'.repeat(32)}`
const network = 'eip155:1'

interface ScriptedWallet {
  readonly address: string
  readonly type?: 'eoa' | 'smartAccount'
  readonly on?: NetworkId
  readonly answers: () => unknown
}
const disposals: (() => void)[] = []
afterEach(() => {
  for (const dispose of disposals.splice(0)) dispose()
  vi.useRealTimers()
})

/** Connects wallets of one account each, and records their requests. */
async function connectedTo(...wallets: readonly ScriptedWallet[]) {
  const requests: (readonly [address: string, method: string, params: readonly unknown[]])[] = []
  const lineOf = ({
    address,
    type = 'smartAccount',
    on = network,
    answers,
  }: ScriptedWallet): WalletSession => {
    const handle: Eip155Handle = {
      async request(method, params) {
        requests.push([address, method, params])
        return answers()
      },
      network: async () => on,
      refresh: async () => undefined,
      moveTo: () => false,
    }
    return {
      handle,
      report: { accounts: [{ namespace: 'eip155', address, type }], network: on, approved: [on] },
      watch: () => () => undefined,
      disconnect: async () => undefined,
    }
  }
  let context: AnyPluginContext | undefined
  const plugin = definePlugin({
    id: 'test/wallets',
    wants: [connectionService],
    setup(own) {
      context = own
      for (const [at, wallet] of wallets.entries()) {
        const connect = async () => lineOf(wallet)
        own.contribute(connectorsSlot, {
          id: `test/${at}`,
          name: `Wallet ${at}`,
          type: 'INJECTED',
          namespace: 'eip155',
          connect,
          restore: connect,
        } satisfies Connector)
      }
    },
  })
  const networks = [1, 10].map(chainId =>
    defineEvmNetwork({ chainId, name: `Chain ${chainId}`, rpcUrls: [] }),
  )
  const kernel = await createTestKernel({ plugins: [eip155({ networks }), plugin] })
  disposals.push(() => kernel.dispose())
  for (const at of wallets.keys()) await kernel.use(connectionService).connect(`test/${at}`, {})
  return { requests, orders: createWalletProposals(context ?? expect.unreachable('no context')) }
}
const confirmed = () => ({ status: 200, receipts: [{ transactionHash: mined }] })
const failed = () => ({ status: 400 })

describe('The order of a smart account', () => {
  it('only the wallet of the account that sent an order is polled for it', async () => {
    const { orders, requests } = await connectedTo(
      { address: bob, answers: failed },
      { address: ada, answers: confirmed },
    )
    orders.sentBy(hash, ada)
    expect(await orders.statusOf(hash, network, never())).toEqual({
      status: 'confirmed',
      hashes: [mined],
    })
    expect(requests).toEqual([[ada, 'wallet_getCallsStatus', [hash]]])
  })

  it('no wallet is polled for an order whose sender is unknown, is no smart account or is not connected', async () => {
    const { orders, requests } = await connectedTo(
      { address: bob, answers: failed },
      { address: ada, type: 'eoa', answers: failed },
    )
    expect(await orders.statusOf(hash, network, never())).toBeUndefined()
    orders.sentBy(hash, ada)
    expect(await orders.statusOf(hash, network, never())).toBeUndefined()
    orders.sentBy(hash, mined.slice(0, 42))
    expect(await orders.statusOf(hash, network, never())).toBeUndefined()
    expect(requests).toEqual([])
  })

  it('no wallet on another network is polled for an order', async () => {
    const { orders, requests } = await connectedTo({
      address: ada,
      on: 'eip155:10',
      answers: confirmed,
    })
    orders.sentBy(hash, ada)
    expect(await orders.statusOf(hash, network, never())).toBeUndefined()
    expect(requests).toEqual([])
    expect(await orders.statusOf(hash, 'eip155:10', never())).toEqual({
      status: 'confirmed',
      hashes: [mined],
    })
  })

  it.each<[string, () => unknown]>([
    [
      'throws its own error',
      () => {
        throw walletError(5730, 'unknown bundle')
      },
    ],
    [
      'throws text',
      () => {
        throw 'no'
      },
    ],
    ['returns a malformed response', () => ({ status: 'soon' })],
  ])('the status of an order is unknown where the wallet %s', async (_, answers) => {
    const { orders } = await connectedTo({ address: ada, answers })
    orders.sentBy(hash, ada)
    expect(await orders.statusOf(hash, network, never())).toBeUndefined()
  })

  it('the status of an order is unknown after three seconds of silence, and the wait ends at once on abort', async () => {
    const { orders } = await connectedTo({
      address: ada,
      answers: () => new Promise(() => undefined),
    })
    orders.sentBy(hash, ada)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answer = orders.statusOf(hash, network, never())
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await answer).toBeUndefined()
    const controller = new AbortController()
    const stopped = orders.statusOf(hash, network, controller.signal)
    controller.abort()
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('an error of our own code is thrown, not treated as a silent wallet', async () => {
    const receipts = new Proxy([], {
      get: () => {
        throw new RangeError('a bug')
      },
    })
    const { orders } = await connectedTo({
      address: ada,
      answers: () => ({ status: 200, receipts }),
    })
    orders.sentBy(hash, ada)
    await expect(orders.statusOf(hash, network, never())).rejects.toThrow('a bug')
  })

  it('the senders of the last hundred hashes are remembered', async () => {
    const { orders } = await connectedTo({ address: ada, answers: confirmed })
    for (let at = 0; at < 101; at++) orders.sentBy(String(at), ada)
    expect(await orders.statusOf('0', network, never())).toBeUndefined()
    expect(await orders.statusOf('1', network, never())).toMatchObject({ status: 'confirmed' })
  })
})
