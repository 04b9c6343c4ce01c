import type { Hex } from './accounts.js'
import { startAnvil } from './anvil.js'
import { encodeBalanceOf } from './contracts.js'
import { DevnetError } from './errors.js'
import { furnish } from './evm-genesis.js'
import { type FaultProxy, startFaultProxy } from './fault-proxy.js'
import { createRpc, type Rpc } from './json-rpc.js'
import type { RunningPart } from './part.js'

/** A running EVM chain. */
export interface EvmChain extends RunningPart, Rpc {
  readonly chainId: number
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** `ws://127.0.0.1:<port>` */
  readonly webSocketUrl: string
  /**
   * Mines this many blocks, 1 if not said. A transaction needs none: the chain mines one for each.
   */
  mine(blocks?: number): Promise<void>
  /** In wei, or in base units of the ERC-20 at `token`. */
  balanceOf(owner: Hex, token?: Hex): Promise<bigint>
  /**
   * Starts one more HTTP endpoint of this chain, whose failures a test commands. It stops with the
   * chain.
   */
  proxy(): Promise<FaultProxy>
}

/**
 * Starts an EVM chain with the contracts and balances of the devnet, and with Uniswap v3 and its
 * markets where that is wanted.
 *
 * @throws DevnetError NODE_MISSING, NODE_ENDED, NODE_SILENT, RPC_UNREACHABLE, RPC_REFUSED
 */
export async function startEvmChain(
  chainId: number,
  options: { readonly uniswap?: boolean } = {},
): Promise<EvmChain> {
  const anvil = await startAnvil({ chainId })
  const rpc = createRpc(anvil.url)
  try {
    await furnish(rpc)
    if (options.uniswap) await (await import('./uniswap/deploy.js')).deployUniswap(rpc)
  } catch (error) {
    await anvil.stop()
    throw error
  }

  const proxies: FaultProxy[] = []
  const snapshots = new Map<string, unknown>()

  return {
    ...rpc,
    id: `eip155:${chainId}`,
    chainId,
    url: anvil.url,
    webSocketUrl: anvil.url.replace('http', 'ws'),
    pids: [anvil.pid],
    addresses: { http: anvil.url, ws: anvil.url.replace('http', 'ws') },

    async mine(blocks = 1) {
      await rpc.request('anvil_mine', [`0x${blocks.toString(16)}`])
    },

    async balanceOf(owner, token) {
      const balance = token
        ? await rpc.request('eth_call', [{ to: token, data: encodeBalanceOf(owner) }, 'latest'])
        : await rpc.request('eth_getBalance', [owner, 'latest'])
      return readQuantity(balance)
    },

    async proxy() {
      const proxy = await startFaultProxy({ upstream: anvil.url })
      proxies.push(proxy)
      return proxy
    },

    async snapshot(name) {
      snapshots.set(name, await rpc.request('evm_snapshot'))
    },

    async revert(name) {
      const known = snapshots.get(name)
      const reverted = known !== undefined && (await rpc.request('evm_revert', [known]))
      if (!reverted)
        throw new DevnetError(
          'NO_SUCH_SNAPSHOT',
          `Chain ${chainId} has no snapshot "${name}" any more: going back to an older one drops the newer.`,
        )
      // The node forgets a snapshot that it went back to; ours can be used again.
      snapshots.set(name, await rpc.request('evm_snapshot'))
    },

    async stop() {
      await Promise.all([anvil.stop(), ...proxies.map(proxy => proxy.stop())])
    },
  }
}

function readQuantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value)) {
    throw new DevnetError(
      'RPC_REFUSED',
      'The node answered no number: is there a contract at this address?',
      { data: value },
    )
  }
  return BigInt(value)
}
