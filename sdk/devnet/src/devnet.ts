import type { DevAccount } from './accounts.js'
import { devAccounts } from './accounts.js'
import type { DevnetBackend } from './backend.js'
import { contracts } from './contracts.js'
import { DevnetError } from './errors.js'
import type { EvmChain } from './evm-chain.js'
import type { FaultProxy } from './fault-proxy.js'
import { type Ledger, type LedgerName, startableLedger } from './ledgers.js'
import type { RunningPart, StartablePart } from './part.js'
import type { Relay } from './relay/relay.js'

export interface DevnetOptions {
  /** The EVM chains to start, by chain id. Default `[1, 8453]`; an empty list starts none. */
  readonly chains?: readonly number[]
  /**
   * Whether these chains have Uniswap v3 with tokens and markets (`uniswap`, `swapTokens`).
   * Default: no. It wants Uniswap's packages installed.
   */
  readonly uniswap?: boolean
  /**
   * The ledgers to start beside them, by namespace. Default: none, so that a test starts what it
   * needs and no more.
   */
  readonly ledgers?: readonly LedgerName[]
  /** Whether to start a relay of WalletConnect. Default: no. */
  readonly relay?: boolean
  /** Whether to start `@portico/backend` beside them, pointed at all of them. Default: no. */
  readonly backend?: boolean
}

/** The result of `snapshot`, for `revert`. */
export interface Snapshot {
  readonly name: string
}

export interface Devnet {
  /** The EVM chains, in the requested order. */
  readonly chains: readonly EvmChain[]
  /** All that runs: the EVM chains, the ledgers, the relay, the backend. */
  readonly parts: readonly RunningPart[]
  readonly accounts: readonly DevAccount[]
  readonly contracts: typeof contracts
  /** How long it took until everything answered, in milliseconds. */
  readonly startedInMs: number
  /** @throws DevnetError NO_SUCH_CHAIN */
  chain(chainId: number): EvmChain
  /** @throws DevnetError NO_SUCH_LEDGER when it was not started */
  ledger<Name extends LedgerName>(name: Name): Ledger<Name>
  /** @throws DevnetError NO_RELAY when it was not started */
  relay(): Relay
  /** @throws DevnetError NO_BACKEND when it was not started */
  backend(): DevnetBackend
  /**
   * Starts one more HTTP endpoint of a chain, whose failures a test commands.
   *
   * @throws DevnetError NO_SUCH_CHAIN
   */
  proxy(chainId: number): Promise<FaultProxy>
  /** Remembers the state of every part. */
  snapshot(): Promise<Snapshot>
  /**
   * Goes back to a remembered state, as often as wanted.
   *
   * @throws DevnetError NO_SUCH_SNAPSHOT when the state is older than one that was gone back to
   * since
   */
  revert(snapshot: Snapshot): Promise<void>
  /** Ends every process and frees every port. Asking twice is harmless. */
  stop(): Promise<void>
}

/**
 * Starts the local chains and ledgers, all at once, and resolves when each of them answers and
 * holds its contracts and balances. Nothing listens outside 127.0.0.1, and nothing outlives the
 * calling process.
 *
 * @throws DevnetError when a part cannot be started; the others are stopped then
 */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const beganAt = performance.now()
  const chainIds = options.chains ?? [1, 8453]
  if (
    !chainIds.every(id => Number.isSafeInteger(id) && id > 0) ||
    new Set(chainIds).size < chainIds.length
  ) {
    throw new DevnetError(
      'BAD_ARGUMENT',
      `Chain ids are positive whole numbers, each once, not ${JSON.stringify(chainIds)}.`,
    )
  }

  const names = [...new Set(options.ledgers)]
  const nodes = await startAll([
    ...chainIds.map(id => evmPart(id, options.uniswap ?? false)),
    ...names.map(startableLedger),
    ...(options.relay ? [relayPart] : []),
  ])
  const parts = options.backend
    ? [...nodes, await startBeside(nodes, options.uniswap ?? false)]
    : nodes
  const chains = parts.filter(isEvmChain)
  const ledgers = new Map(names.map((name, index) => [name, parts[chainIds.length + index]]))
  const startedInMs = performance.now() - beganAt
  const snapshotNames = numbered('snapshot')

  const chain = (chainId: number) => {
    const found = chains.find(candidate => candidate.chainId === chainId)
    if (!found)
      throw new DevnetError(
        'NO_SUCH_CHAIN',
        `Chain ${chainId} was not started. Hint: startDevnet({ chains: [${[...chainIds, chainId].join(', ')}] }).`,
      )
    return found
  }

  return {
    chains,
    parts,
    accounts: devAccounts,
    contracts,
    startedInMs,
    chain,
    ledger<Name extends LedgerName>(name: Name) {
      const found = ledgers.get(name)
      if (!found)
        throw new DevnetError(
          'NO_SUCH_LEDGER',
          `The ledger "${name}" was not started. Hint: startDevnet({ ledgers: ['${name}'] }).`,
        )
      return found as Ledger<Name>
    },
    relay() {
      const found = parts.find(isRelay)
      if (!found)
        throw new DevnetError(
          'NO_RELAY',
          'No relay was started. Hint: startDevnet({ relay: true }).',
        )
      return found
    },
    backend() {
      const found = parts.find(isBackend)
      if (!found)
        throw new DevnetError(
          'NO_BACKEND',
          'No backend was started. Hint: startDevnet({ backend: true }).',
        )
      return found
    },
    proxy: async chainId => chain(chainId).proxy(),

    async snapshot() {
      const name = snapshotNames()
      await Promise.all(parts.map(part => part.snapshot(name)))
      return { name }
    },

    async revert({ name }) {
      await Promise.all(parts.map(part => part.revert(name)))
    },

    async stop() {
      // The backend first: it asks the nodes until it ends.
      await Promise.all(parts.filter(isBackend).map(part => part.stop()))
      await Promise.all(nodes.map(part => part.stop()))
    },
  }
}

const isEvmChain = (part: RunningPart): part is EvmChain => 'chainId' in part
const isBackend = (part: RunningPart): part is DevnetBackend => part.id === 'backend'
const isRelay = (part: RunningPart): part is Relay => part.id === 'relay'

const evmPart = (chainId: number, uniswap: boolean): StartablePart<EvmChain> => ({
  start: async () => (await import('./evm-chain.js')).startEvmChain(chainId, { uniswap }),
})

const relayPart: StartablePart<Relay> = {
  start: async () => (await import('./relay/relay.js')).startRelay(),
}

/** Starts the backend beside what runs, and ends that where it cannot. */
async function startBeside(
  nodes: readonly RunningPart[],
  uniswap: boolean,
): Promise<DevnetBackend> {
  try {
    return await (await import('./backend.js')).startDevnetBackend(nodes, { uniswap })
  } catch (error) {
    await Promise.all(nodes.map(part => part.stop()))
    throw error
  }
}

/** Starts all or none. */
async function startAll(parts: readonly StartablePart[]): Promise<readonly RunningPart[]> {
  const outcomes = await Promise.allSettled(parts.map(part => part.start()))
  const running = outcomes.flatMap(outcome =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  )
  const failure = outcomes.find(outcome => outcome.status === 'rejected')
  if (failure) {
    await Promise.all(running.map(part => part.stop()))
    throw failure.reason
  }
  return running
}

function numbered(word: string): () => string {
  let count = 0
  return () => `${word} ${++count}`
}
