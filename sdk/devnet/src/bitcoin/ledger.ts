import { DevnetError } from '../errors.js'
import type { RunningPart } from '../part.js'
import { bitcoinAccounts } from './accounts.js'
import { startBitcoinNode } from './node.js'

/**
 * A Bitcoin full node on regtest that checks every script and signature, behind an
 * Esplora-compatible HTTP API. It is older than taproot: an output to a taproot address cannot be
 * made here, and a taproot account can sign messages only.
 */
export interface BitcoinLedger extends RunningPart {
  /**
   * The base of the Esplora API, `http://127.0.0.1:<port>`. Browsers of every origin may ask it.
   */
  readonly url: string
  readonly accounts: typeof bitcoinAccounts
  /** Mines this many blocks, 1 if not said, with everything that waits. Answers the height. */
  mine(blocks?: number): Promise<number>
  /**
   * Pays these outputs, in satoshi, in one transaction that waits for a block. Answers its id.
   *
   * @throws DevnetError RPC_REFUSED for an address that the node cannot read, and for less than it
   * passes on
   */
  pay(
    ...outputs: readonly { readonly address: string; readonly satoshi: bigint }[]
  ): Promise<string>
  /**
   * Drops a transaction that waits, as nodes do with those that pay too little.
   *
   * @throws DevnetError RPC_REFUSED when it does not wait
   */
  forget(txid: string): Promise<void>
}

// Only this file needs the key: what it mines pays for the accounts.
const minerKey = '42'.repeat(32)
// The reward of a block rests for 100 blocks. Three rested ones pay for all accounts; the others
// are for what tests pay.
const firstBlocks = 120
const startingCoins = [800_000_000n, 200_000_000n]

/**
 * Starts the ledger: segwit is active and every account has its coins.
 *
 * @throws DevnetError NODE_MISSING, NODE_ENDED, NODE_SILENT, RPC_REFUSED
 */
export async function startBitcoinLedger(): Promise<BitcoinLedger> {
  const node = await startBitcoinNode(minerKey)
  const command = async (name: string, value: unknown): Promise<unknown> => {
    const response = await fetch(`${node.url}/devnet/${name}`, {
      method: 'POST',
      body: JSON.stringify(value),
    }).catch(cause => {
      throw new DevnetError('RPC_UNREACHABLE', 'The Bitcoin node does not answer.', { cause })
    })
    const answer = await response.text()
    if (response.status === 404 && name === 'go-back') {
      throw new DevnetError(
        'NO_SUCH_SNAPSHOT',
        `The Bitcoin ledger has no snapshot "${value}" any more: going back to an older one drops the newer.`,
      )
    }
    if (!response.ok)
      throw new DevnetError('RPC_REFUSED', `The Bitcoin node refused to ${name}: ${answer}`, {
        data: answer,
      })
    return name === 'pay' ? answer : JSON.parse(answer)
  }
  const mine = async (blocks = 1) => Number(await command('mine', blocks))
  const pay: BitcoinLedger['pay'] = async (...outputs) => {
    const wanted = outputs.map(({ address, satoshi }) => ({ address, value: Number(satoshi) }))
    return String(await command('pay', wanted))
  }
  try {
    await mine(firstBlocks)
    await pay(
      ...bitcoinAccounts.flatMap(({ address }) =>
        startingCoins.map(satoshi => ({ address, satoshi })),
      ),
    )
    await mine()
  } catch (error) {
    await node.stop()
    throw error
  }

  return {
    id: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
    url: node.url,
    accounts: bitcoinAccounts,
    pids: [node.pid],
    addresses: { http: node.url },
    mine,
    pay,
    async forget(txid) {
      await command('forget', txid)
    },
    async snapshot(name) {
      await command('remember', name)
    },
    async revert(name) {
      await command('go-back', name)
    },
    stop: node.stop,
  }
}
