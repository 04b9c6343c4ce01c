import type { Hex } from '../accounts.js'
import { DevnetError } from '../errors.js'
import { type FaultProxy, startFaultProxy } from '../fault-proxy.js'
import { createRpc, type Rpc } from '../json-rpc.js'
import type { RunningPart } from '../part.js'
import { polkadotDevAccounts } from './accounts.js'
import { startChopsticks } from './chopsticks.js'

/** A running Substrate chain. */
export interface PolkadotLedger extends RunningPart, Rpc {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** `ws://127.0.0.1:<port>` */
  readonly webSocketUrl: string
  /** Of no public chain: `0x4545…`. */
  readonly genesisHash: Hex
  readonly ss58Prefix: number
  readonly nativeCurrency: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }
  readonly transferIndexes: typeof rococoTransferIndexes
  /**
   * Mines this many blocks, 1 if not said. A transaction needs none: the chain mines one for each,
   * and every block is final at once.
   */
  mine(blocks?: number): Promise<void>
  /** The free balance of an account, in base units, by its public key. */
  balanceOf(publicKey: Hex): Promise<bigint>
  /**
   * Sets the balance of an account, in base units. Its nonce stays unless one is passed.
   */
  fund(
    publicKey: Hex,
    free: bigint,
    rest?: { readonly reserved?: bigint; readonly frozen?: bigint; readonly nonce?: number },
  ): Promise<void>
  /**
   * Starts one more HTTP endpoint of this chain, whose failures a test commands. It stops with the
   * chain.
   */
  proxy(): Promise<FaultProxy>
}

// It executes a runtime: a block takes 0.1 s, and on a busy machine many times that.
const timeoutMs = 60_000
const genesisHash: Hex = `0x${'45'.repeat(32)}`
/**
 * The balance of each of the first four dev accounts at the start, in base units of 12 decimals:
 * 10,000 ROC.
 */
export const startingRococo = 10_000_000_000_000_000n
/**
 * Where its runtime has the calls of a transfer. It is older than `CheckMetadataHash`, so a page
 * has to know them.
 */
export const rococoTransferIndexes = { balances: 10, transferKeepAlive: 3, transferAllowDeath: 0 }
// twox128('System') and twox128('Account'); then come 16 bytes of a hash, then the key itself.
const accountsKey = '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'

/**
 * Starts a Substrate chain with the balances of the devnet: the runtime of a real parachain (asset
 * hub, from its Rococo days), with signatures, nonces and fees checked by that runtime itself.
 *
 * @throws DevnetError NODE_MISSING when its two optional packages are not installed; NODE_ENDED,
 * NODE_SILENT
 */
export async function startPolkadotLedger(): Promise<PolkadotLedger> {
  const holders = polkadotDevAccounts
    .slice(0, 4)
    .map(({ address }) => [[address], { providers: 1, data: { free: String(startingRococo) } }])
  const node = await startChopsticks({ System: { Account: holders } })
  const rpc = createRpc(node.url, timeoutMs)
  const proxies: FaultProxy[] = []
  const snapshots = new Map<string, unknown>()

  const accountOf = async (publicKey: Hex) => {
    const keys = (await rpc.request('state_getKeysPaged', [
      accountsKey,
      1_000,
      null,
    ])) as readonly string[]
    const key = keys.find(candidate => candidate.endsWith(publicKey.slice(2).toLowerCase()))
    const stored = key && (await rpc.request('state_getStorage', [key]))
    return typeof stored === 'string' ? readAccount(stored) : { nonce: 0, free: 0n }
  }
  const mine = async (blocks = 1) => void (await rpc.request('dev_newBlock', [{ count: blocks }]))

  return {
    ...rpc,
    id: `polkadot:${genesisHash.slice(2, 34)}`,
    url: node.url,
    webSocketUrl: node.url.replace('http', 'ws'),
    genesisHash,
    ss58Prefix: 42,
    nativeCurrency: { name: 'Rococo', symbol: 'ROC', decimals: 12 },
    transferIndexes: rococoTransferIndexes,
    pids: [node.pid],
    addresses: { http: node.url, ws: node.url.replace('http', 'ws') },
    mine,
    balanceOf: async publicKey => (await accountOf(publicKey)).free,

    async fund(publicKey, free, { reserved = 0n, frozen = 0n, nonce } = {}) {
      const entry = {
        nonce: nonce ?? (await accountOf(publicKey)).nonce,
        providers: free ? 1 : 0,
        data: {
          free: String(free),
          reserved: String(reserved),
          miscFrozen: String(frozen),
          feeFrozen: String(frozen),
        },
      }
      // Mines a new block first: the change applies to the newest block, and a snapshot may go back
      // to that one.
      await mine()
      await rpc.request('dev_setStorage', [{ System: { Account: [[[publicKey], entry]] } }])
    },

    async proxy() {
      const proxy = await startFaultProxy({ upstream: node.url })
      proxies.push(proxy)
      return proxy
    },

    async snapshot(name) {
      snapshots.set(name, await rpc.request('chain_getBlockHash'))
    },
    async revert(name) {
      const known = snapshots.get(name)
      if (known === undefined)
        throw new DevnetError('NO_SUCH_SNAPSHOT', `The Substrate chain has no snapshot "${name}".`)
      await rpc.request('dev_setHead', [known])
    },

    async stop() {
      await Promise.all([node.stop(), ...proxies.map(proxy => proxy.stop())])
    },
  }
}

/**
 * Nonce and free balance of an account as the state keeps it: four numbers of 4 bytes, then those
 * of 16, little endian.
 */
function readAccount(stored: string): { readonly nonce: number; readonly free: bigint } {
  const bytes = Buffer.from(stored.slice(2), 'hex')
  return {
    nonce: bytes.readUInt32LE(0),
    free: bytes.readBigUInt64LE(16) + (bytes.readBigUInt64LE(24) << 64n),
  }
}
