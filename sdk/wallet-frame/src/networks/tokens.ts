/**
 * What the frame knows of a token: from its own table, or from the token's contract, which the
 * frame asks itself. The page's word is never used.
 */
import * as v from 'valibot'
import type { Action } from '../decoders/reading.js'
import type { FrameNetwork } from './frame-network.js'

export interface KnownToken {
  /** Undefined where the contract has no short name of letters and digits. */
  readonly symbol: string | undefined
  readonly decimals: number
  /** `contract`: a name that anybody can give to a contract. */
  readonly source: 'table' | 'contract'
}

/** Milliseconds after which the screen comes without what a node would say. */
const answerMs = 3_000
const mostTokens = 8

const decimalsSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36))
const symbolSchema = v.pipe(v.string(), v.regex(/^[A-Za-z\d.$₮-]{1,12}$/))

/** The key of a token in the map: addresses of eip155 have two spellings. */
export const tokenKey = (address: string): string =>
  address.startsWith('0x') ? address.toLowerCase() : address

/** Reads what is known of the tokens of a request. A token that is missing is unknown. */
export async function readTokens(
  actions: readonly Action[],
  network: FrameNetwork | undefined,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, KnownToken>> {
  const addresses = [...new Set(actions.flatMap(tokensOf).map(tokenKey))].slice(0, mostTokens)
  const ending = AbortSignal.any([signal, AbortSignal.timeout(answerMs)])
  const found = await Promise.all(
    addresses.map(async address => {
      const listed = network?.tokens?.find(token => tokenKey(token.address) === address)
      const known: KnownToken | undefined = listed
        ? { symbol: listed.symbol, decimals: listed.decimals, source: 'table' }
        : await askContract(network, address, ending)
      return known ? [[address, known] as const] : []
    }),
  )
  return new Map(found.flat())
}

function tokensOf(action: Action): readonly string[] {
  if (action.kind === 'transfer') return action.asset === 'native' ? [] : [action.asset.token]
  return action.kind === 'approval' ? [action.token] : []
}

async function askContract(
  network: FrameNetwork | undefined,
  address: string,
  signal: AbortSignal,
): Promise<KnownToken | undefined> {
  const [url] = network?.rpcUrls ?? []
  if (!url) return undefined
  const ask = (method: string, params: readonly unknown[]) =>
    askNode(url, { method, params }, signal)
  if (network?.id.startsWith('solana:')) {
    const answer = v.safeParse(supplySchema, await ask('getTokenSupply', [address]))
    return answer.success
      ? { symbol: undefined, decimals: answer.output.value.decimals, source: 'contract' }
      : undefined
  }
  if (!network?.id.startsWith('eip155:')) return undefined
  const call = (data: string) => ask('eth_call', [{ to: address, data }, 'latest'])
  const [places, name] = await Promise.all([call(decimalsCall), call(symbolCall)])
  const decimals = readNumber(places)
  return decimals === undefined
    ? undefined
    : { symbol: readSymbol(name), decimals, source: 'contract' }
}

const supplySchema = v.object({ value: v.object({ decimals: decimalsSchema }) })
/** The calls `decimals()` and `symbol()` of ERC-20. */
const [decimalsCall, symbolCall] = ['0x313ce567', '0x95d89b41']
const word = v.pipe(v.string(), v.regex(/^0x[\da-f]{64}$/i))
const text = v.pipe(v.string(), v.regex(/^0x(?:[\da-f]{64}){3,}$/i), v.maxLength(1_024))

function readNumber(answer: unknown): number | undefined {
  const decimals = v.is(word, answer) ? Number(BigInt(answer)) : undefined
  return v.is(decimalsSchema, decimals) ? decimals : undefined
}

/** A string of the ABI: where it begins, its length, its bytes. */
function readSymbol(answer: unknown): string | undefined {
  if (!v.is(text, answer)) return undefined
  const length = Number(BigInt(`0x${answer.slice(66, 130)}`))
  const digits = answer.slice(130, 130 + 2 * Math.min(length, 64))
  const symbol = String.fromCharCode(
    ...(digits.match(/../g) ?? []).map(pair => Number.parseInt(pair, 16)),
  )
  return v.is(symbolSchema, symbol) ? symbol : undefined
}

async function askNode(
  url: string,
  request: { readonly method: string; readonly params: readonly unknown[] },
  signal: AbortSignal,
): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...request }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal,
    })
    const answer = v.safeParse(v.object({ result: v.unknown() }), await response.json())
    return answer.success ? answer.output.result : undefined
  } catch {
    // A node that does not answer leaves the token unknown, which the screen says.
    return undefined
  }
}
