/** Requests of a swap to Solana nodes: balances, and the result of a simulated transaction. */
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import { createJsonRpc } from '@portico/kernel/rpc'
import { displayText } from '@portico/kernel/text'
import * as v from 'valibot'
import { tokenPrograms } from './check.js'
import { base58, fromBase64, numberAt } from './wire.js'

const timeoutMs = 8_000
const commitment = 'confirmed'

/** The state of an account on the chain. */
export interface State {
  readonly lamports: bigint
  readonly program: string
  readonly data: Uint8Array
}
/** A token account: its mint, owner and amount. */
export interface TokenAccount {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  /** True when another account may take tokens from it. */
  readonly isDelegated: boolean
}
export interface Tried {
  /** In the order of the request; undefined for a missing account. */
  readonly after: readonly (State | undefined)[]
  /** The reason of a failed simulation, as text where there is one. */
  readonly failure?: string
}
export interface Node {
  states(addresses: readonly string[], signal: AbortSignal): Promise<readonly (State | undefined)[]>
  /** Returns the balance of a token over all token accounts of the owner. */
  holdings(owner: string, mint: string, signal: AbortSignal): Promise<bigint>
  /** Returns the height of the newest confirmed block. */
  height(signal: AbortSignal): Promise<bigint>
  /** Simulates an unsigned transaction. */
  attempt(wire: string, addresses: readonly string[], signal: AbortSignal): Promise<Tried>
}

const lamports = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const bytes = v.pipe(
  v.tuple([v.string(), v.literal('base64')]),
  v.transform(([text]) => fromBase64(text)),
  v.instance(Uint8Array),
)
const account = v.nullable(v.object({ lamports, owner: v.string(), data: bytes }))
const accounts = v.object({ value: v.array(account) })
const tokenAccounts = v.object({
  value: v.pipe(v.array(v.object({ account })), v.maxLength(20_000)),
})
const simulation = v.object({
  value: v.object({
    err: v.unknown(),
    logs: v.nullish(v.array(v.string())),
    accounts: v.nullish(v.array(v.nullish(account))),
  }),
})
const stateOf = (found: v.InferOutput<typeof account> | undefined): State | undefined =>
  found ? { lamports: BigInt(found.lamports), program: found.owner, data: found.data } : undefined
const reading =
  <Schema extends v.GenericSchema>(schema: Schema) =>
  (answer: unknown): v.InferOutput<Schema> | undefined => {
    const { success, output } = v.safeParse(schema, answer)
    return success ? output : undefined
  }

export function createNode(urls: readonly string[], network: NetworkId): Node {
  const reference = network.slice(network.indexOf(':') + 1)
  const rpc = createJsonRpc({
    urls,
    timeoutMs,
    identity: {
      method: 'getGenesisHash',
      params: [],
      read: answer => (typeof answer === 'string' ? answer.startsWith(reference) : undefined),
    },
    refusal: () => new ChainError('CHAIN_REFUSED'),
  })
  return {
    async states(addresses, signal) {
      const isWhole = (answer: unknown) => {
        const read = reading(accounts)(answer)
        return read?.value.length === addresses.length ? read.value : undefined
      }
      const found = await rpc.request(
        'getMultipleAccounts',
        [addresses, { encoding: 'base64', commitment }],
        isWhole,
        signal,
      )
      return found.map(one => stateOf(one))
    },
    async holdings(owner, mint, signal) {
      const isWhole = (answer: unknown) => {
        const read = reading(tokenAccounts)(answer)?.value.map(one =>
          tokenAccountIn(stateOf(one.account)),
        )
        return read?.every(one => one?.owner === owner && one.mint === mint)
          ? (read as readonly TokenAccount[])
          : undefined
      }
      const found = await rpc.request(
        'getTokenAccountsByOwner',
        [owner, { mint }, { encoding: 'base64', commitment }],
        isWhole,
        signal,
      )
      return found.reduce((sum, { amount }) => sum + amount, 0n)
    },
    height: signal =>
      rpc.request(
        'getBlockHeight',
        [{ commitment }],
        answer => (v.is(lamports, answer) ? BigInt(answer) : undefined),
        signal,
      ),
    async attempt(wire, addresses, signal) {
      const options = {
        encoding: 'base64',
        commitment,
        sigVerify: false,
        replaceRecentBlockhash: true,
        accounts: { encoding: 'base64', addresses },
      }
      const { value } = await rpc.request(
        'simulateTransaction',
        [wire, options],
        reading(simulation),
        signal,
      )
      const hasFailed = value.err !== null && value.err !== undefined
      if (!hasFailed && value.accounts?.length !== addresses.length)
        throw new ChainError('CHAIN_ANSWER')
      const said =
        value.logs?.findLast(line => /error|failed/i.test(line)) ?? JSON.stringify(value.err)
      return {
        after: (value.accounts ?? []).map(one => stateOf(one ?? undefined)),
        ...(hasFailed && { failure: displayText(said, 160) ?? '' }),
      }
    },
  }
}

// The size of a token account. Token-2022 has longer ones, with their kind after that.
const [accountBytes, isAccount] = [165, 2] as const
/**
 * Undefined for what is no account of a token program. Layout: mint, owner, amount, delegate; the
 * same in both programs.
 */
export function tokenAccountIn(state: State | undefined): TokenAccount | undefined {
  if (!state || !tokenPrograms.includes(state.program)) return undefined
  const { data } = state
  if (data.length !== accountBytes && data[accountBytes] !== isAccount) return undefined
  return {
    mint: base58(data.slice(0, 32)),
    owner: base58(data.slice(32, 64)),
    amount: numberAt(data, 64),
    isDelegated: numberAt(data, 72, 4) !== 0n,
  }
}
/** The addresses of a lookup table, after its head. */
export const tableIn = (state: State | undefined, place: number): string | undefined => {
  const at = 56 + place * 32
  return state && state.data.length >= at + 32 ? base58(state.data.slice(at, at + 32)) : undefined
}
/** Returns the decimals of a mint; undefined for any other account. */
export const decimalsIn = (state: State | undefined): number | undefined =>
  state && state.data.length >= 82 ? state.data[44] : undefined
