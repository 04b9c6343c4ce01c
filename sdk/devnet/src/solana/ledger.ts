import { DevnetError } from '../errors.js'
import { type FaultProxy, startFaultProxy } from '../fault-proxy.js'
import { createRpc, type Rpc } from '../json-rpc.js'
import type { RunningPart } from '../part.js'
import { solanaDevAccounts, solanaGenesisHash, solanaTokens } from './accounts.js'
import type { Bank } from './bank.js'
import { readTokenAccount, writeMint, writeTokenAccount } from './layouts.js'

/** A running Solana ledger. */
export interface SolanaLedger extends RunningPart, Rpc {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** `ws://127.0.0.1:<port>` */
  readonly webSocketUrl: string
  readonly genesisHash: string
  readonly accounts: typeof solanaDevAccounts
  readonly tokens: typeof solanaTokens
  /** In lamports, or in base units of the token at `mint`, over all token accounts of the owner. */
  balanceOf(owner: string, mint?: string): Promise<bigint>
  /** Puts an account there as it is: what a program that this ledger has not would have written. */
  put(address: string, owner: string, data: Uint8Array): void
  /** Lets so many slots pass at once: what was not sent by then has expired after 150. */
  skipSlots(count: number): void
  /**
   * What recent transactions offered for their place from now on, in millionths of a lamport for
   * each compute unit. Default 0.
   */
  setPriorityFee(microLamports: number): void
  /**
   * Starts one more HTTP endpoint of this ledger, whose failures a test commands. It stops with the
   * ledger.
   */
  proxy(): Promise<FaultProxy>
}

/** The balance of each dev account at the start, in lamports: 1,000 SOL. */
export const startingLamports = 1_000_000_000_000n
/** The balance of each of the first three in each token at the start, in whole tokens. */
export const startingTokens = 1_000_000n

/**
 * Starts a Solana ledger with the accounts and tokens of the devnet: the virtual machine and the
 * system and token programs of real validators, in this process, behind a JSON-RPC and websocket
 * endpoint on the loopback interface. A transaction is confirmed as soon as it was sent, final 31
 * slots of 400 ms later.
 */
export async function startSolanaLedger(): Promise<SolanaLedger> {
  // The virtual machine is a large addon: who only names this function does not load it.
  const [{ createBank }, { createMethods }, { startLedgerServer }] = await Promise.all([
    import('./bank.js'),
    import('./methods.js'),
    import('./server.js'),
  ])
  const bank = createBank()
  const market = { priorityFee: 0 }
  furnish(bank)
  const server = await startLedgerServer(bank, createMethods(bank, market))
  const url = `http://127.0.0.1:${server.port}`
  const webSocketUrl = url.replace('http', 'ws')
  const proxies: FaultProxy[] = []
  const snapshots = new Map<string, ReturnType<Bank['capture']>>()

  return {
    ...createRpc(url),
    id: `solana:${solanaGenesisHash.slice(0, 32)}`,
    url,
    webSocketUrl,
    genesisHash: solanaGenesisHash,
    accounts: solanaDevAccounts,
    tokens: solanaTokens,
    pids: [],
    addresses: { http: url, ws: webSocketUrl },

    async balanceOf(owner, mint) {
      const token = mint === undefined ? undefined : bank.account(mint)
      if (!token) return bank.account(owner)?.lamports ?? 0n
      const held = bank
        .programAccounts(token.owner)
        .flatMap(({ data }) => readTokenAccount(data) ?? [])
      return held
        .filter(one => one.owner === owner && one.mint === mint)
        .reduce((sum, { amount }) => sum + amount, 0n)
    },
    put: (address, owner, data) =>
      bank.put({ address, owner, data, lamports: bank.rentFor(data.length), executable: false }),
    skipSlots: bank.skipSlots,
    setPriorityFee(microLamports) {
      market.priorityFee = microLamports
    },
    async proxy() {
      const proxy = await startFaultProxy({ upstream: url })
      proxies.push(proxy)
      return proxy
    },

    async snapshot(name) {
      snapshots.set(name, bank.capture())
    },
    async revert(name) {
      const known = snapshots.get(name)
      if (!known)
        throw new DevnetError('NO_SUCH_SNAPSHOT', `The Solana ledger has no snapshot "${name}".`)
      bank.restore(known)
    },
    async stop() {
      await Promise.all([server.stop(), ...proxies.map(proxy => proxy.stop())])
    },
  }
}

const systemProgram = '11111111111111111111111111111111'

/** Puts the accounts and tokens in their places. */
function furnish(bank: Bank): void {
  const put = (
    address: string,
    owner: string,
    data: Uint8Array,
    lamports = bank.rentFor(data.length),
  ) => bank.put({ address, owner, data, lamports, executable: false })
  for (const { address } of solanaDevAccounts)
    put(address, systemProgram, new Uint8Array(), startingLamports)
  for (const token of Object.values(solanaTokens)) {
    const amount = startingTokens * 10n ** BigInt(token.decimals)
    put(
      token.mint,
      token.program,
      writeMint(token, solanaDevAccounts[0].address, amount * BigInt(token.holders.length)),
    )
    token.holders.forEach((holder, index) => {
      put(
        holder,
        token.program,
        writeTokenAccount(token, solanaDevAccounts[index]?.address ?? '', amount),
      )
    })
  }
}
