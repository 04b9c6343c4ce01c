import type { BackendOptions } from '@portico/backend'
import { contracts } from './contracts.js'
import { DevnetError } from './errors.js'
import type { EvmChain } from './evm-chain.js'
import type { RunningPart } from './part.js'
import { swapTokens, uniswap } from './uniswap/addresses.js'

/**
 * The server that a host would run, pointed at the chains and ledgers that were started beside it.
 */
export interface DevnetBackend extends RunningPart {
  /** `http://127.0.0.1:<port>`: the `url` of `backend({ url })`. */
  readonly url: string
  /** Resolves when every EVM chain is indexed up to its present last block. */
  caughtUp(): Promise<void>
}

/** Play prices, so that pages have something to count with. */
const etherInUsd = '3000'
const { bitcoin, dai, oldDollar, toll, wrapped } = swapTokens
const exchanged = [bitcoin, dai, oldDollar, toll, wrapped]
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/**
 * Starts the backend in this process, with a database in memory. EVM chains are indexed from their
 * first block on, other ledgers are queried on request. Pages of any port here may sign
 * in, where their server passes `/auth` on to it. With `uniswap` it exchanges the tokens of these
 * markets.
 *
 * @throws DevnetError NODE_ENDED when it cannot listen
 */
export async function startDevnetBackend(
  parts: readonly RunningPart[],
  { uniswap: hasUniswap = false } = {},
): Promise<DevnetBackend> {
  const { startBackend } = await import('@portico/backend')
  const chains = parts.filter((part): part is EvmChain => 'chainId' in part)
  const { porticoDollar } = contracts
  const dollar = {
    address: porticoDollar.address,
    name: porticoDollar.name,
    symbol: porticoDollar.symbol,
    decimals: porticoDollar.decimals,
    permit: true,
  }
  const { router, quoter, factory } = uniswap
  const exchange = {
    tokens: [
      dollar,
      ...exchanged.map(({ address, name, symbol, decimals }) => ({
        address,
        name,
        symbol,
        decimals,
      })),
    ],
    uniswap: { router, quoter, factory, wrapped: wrapped.address, stables: [dollar.address] },
  }
  const ledgers = parts.filter(({ id }) => /^(solana|bip122):/.test(id))
  const options: BackendOptions = {
    port: 0,
    database: ':memory:',
    chains: [
      ...chains.map(({ id, url }) => ({
        id,
        rpc: [url],
        startBlock: 0,
        native: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        tokens: [dollar],
        ...(hasUniswap && exchange),
      })),
      ...ledgers.map(({ id, addresses }) => ({ id, rpc: [addresses.http ?? ''] })),
    ],
    prices: chains.flatMap(({ id }) => [
      { asset: `${id}:${native}`, currency: 'usd' as const, from: { fixed: etherInUsd } },
      { asset: `${id}:${dollar.address}`, currency: 'usd' as const, from: { fixed: '1' } },
    ]),
    signIn: { domains: ['localhost:*', '127.0.0.1:*'] },
    rateLimit: false,
  }
  const backend = await startBackend(options).catch(cause => {
    throw new DevnetError(
      'NODE_ENDED',
      `The backend cannot be started: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    )
  })
  const names = new Set<string>()

  return {
    id: 'backend',
    url: backend.url,
    pids: [],
    addresses: { http: backend.url },

    async caughtUp() {
      const isDone = async ({ id, request }: EvmChain) => {
        const head = await request('eth_getBlockByNumber', ['latest', false])
        const index = backend.indexes.find(({ chain }) => chain === id)
        // By its hash: a chain that went back and grew again may be as long as before.
        return (
          index?.phase === 'following' &&
          index.hash === (head as { readonly hash?: unknown } | null)?.hash
        )
      }
      while (!(await Promise.all(chains.map(isDone))).every(Boolean))
        await new Promise(resolve => setTimeout(resolve, 50))
    },

    // Its index follows the chains: where one goes back, what was taken back leaves it.
    async snapshot(name) {
      names.add(name)
    },
    async revert(name) {
      if (!names.has(name))
        throw new DevnetError('NO_SUCH_SNAPSHOT', `The backend has no snapshot "${name}".`)
    },
    stop: () => backend.stop(),
  }
}
