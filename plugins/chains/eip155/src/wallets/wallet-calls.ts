import { accountMessage } from '@portico/kernel/capabilities'
import { ChainError, type Hex, type NetworkId } from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'
import { displayText } from '@portico/kernel/text'
import { ownProblem, runSendRequest } from '@portico/kernel/wallet'
import { checksumAddress } from '../addresses/checksum.js'
import { readQuantity } from '../node/node-answers.js'
import type {
  CallBundle,
  CallsStatus,
  Eip155Wallet,
  SentCalls,
  WalletAsset,
  WalletCapabilities,
} from '../wallet-interface.js'
import { altered, isSameCall, isSameChain } from './hand-over.js'
import { chainIdOf, type Eip155Handle, handleOf, networkOfChain } from './handle.js'
import { readAccounts, readChainId, readHash } from './wallet-answers.js'

type WalletCalls = {
  readonly [Method in keyof Eip155Wallet]: (
    ...args: Required<Parameters<Eip155Wallet[Method]>>
  ) => ReturnType<Eip155Wallet[Method]>
}

export function createWalletCalls(via: Connection): WalletCalls {
  const handle = handleOf(via)
  const sendRequest = (method: string, params: readonly unknown[], signal: AbortSignal) =>
    requestFromWallet(handle, method, params, signal)
  const chainIds = (networks: readonly NetworkId[]) =>
    networks.length ? networks.map(chainIdOf) : undefined

  return {
    request: (method, params, signal) => handle.request(method, params, signal),

    async capabilities(address, networks, signal) {
      const wanted = chainIds(networks)
      try {
        return readCapabilities(
          await sendRequest(
            'wallet_getCapabilities',
            wanted ? [address, wanted] : [address],
            signal,
          ),
        )
      } catch (error) {
        if (error instanceof ChainError && error.code === 'WALLET_UNSUPPORTED') return {}
        throw error
      }
    },

    async assets(address, networks, signal) {
      const chainFilter = chainIds(networks)
      return readAssets(
        await sendRequest(
          'wallet_getAssets',
          [{ account: address, ...(chainFilter && { chainFilter }) }],
          signal,
        ),
      )
    },

    sendCalls: (bundle, signal) =>
      sendBundle(via, bundle, at => bundle.calls[at], bundle.calls.length, signal),

    callsStatus: async (id, signal) =>
      readStatus(await sendRequest('wallet_getCallsStatus', [id], signal)),
  }
}

/**
 * EIP-5792: the wallet lacks a capability, the network, room for so many calls, or atomicity. Each
 * proves that nothing was sent. 5720 proves the opposite, and 5750 is a rejection by the person.
 */
const unable: readonly (number | undefined)[] = [5700, 5710, 5740, 5760]
async function requestFromWallet(
  handle: Eip155Handle,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<unknown> {
  try {
    return await handle.request(method, params, signal)
  } catch (error) {
    const { kind, code } = ownProblem(error)
    throw kind === 'unsupported' || unable.includes(code)
      ? new ChainError('WALLET_UNSUPPORTED', undefined, { cause: error })
      : error
  }
}

/**
 * Sends the wallet a bundle of `count` calls. Compares each sent call with `original`, the
 * confirmed call at a position. `beforeRequest` runs just before the wallet prompt. Throws as
 * `runSendRequest` does.
 */
export async function sendBundle(
  via: Connection,
  { from, network, calls, atomic = false, capabilities }: CallBundle,
  original: (at: number) => CallBundle['calls'][number] | undefined,
  count: number,
  signal: AbortSignal,
  beforeRequest?: () => void,
): Promise<SentCalls> {
  const handle = handleOf(via)
  if ((await handle.network(signal)) !== network) throw new ChainError('WALLET_NETWORK')
  const [account] = readAccounts([from]) ?? []
  if (!account || !via.accounts.some(one => one.address === account))
    throw new ChainError('WALLET_UNSUPPORTED', accountMessage)
  const wire = {
    version: '2.0.0',
    from: account,
    chainId: chainIdOf(network),
    atomicRequired: atomic,
    calls: calls.map(callOnTheWire),
    ...(capabilities && { capabilities }),
  }
  beforeRequest?.()
  let isSame =
    (account === from || account === checksumAddress(from)) &&
    isSameChain(wire.chainId, network) &&
    wire.calls.length === count
  for (let at = 0; isSame && at < count; at++) {
    const call = wire.calls[at]
    const confirmed = original(at)
    isSame =
      !!call &&
      !!confirmed &&
      isSameCall(call, confirmed) &&
      call.capabilities === confirmed.capabilities
  }
  if (!isSame) throw altered()
  try {
    return await runSendRequest(
      () => requestFromWallet(handle, 'wallet_sendCalls', [wire], signal),
      readSent,
    )
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

const callOnTheWire = ({ to, data, value, capabilities }: CallBundle['calls'][number]) => ({
  ...(to && { to }),
  ...(data && { data }),
  ...(value !== undefined && { value: `0x${value.toString(16)}` }),
  ...(capabilities && { capabilities }),
})

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const nonsense = () => new ChainError('WALLET_ANSWER')

/** Reads a map by chain id, without other keys. Drops names that would reach a prototype. */
function byNetwork(answer: unknown): readonly (readonly [NetworkId, unknown])[] {
  if (!isFields(answer)) throw nonsense()
  return Object.entries(answer).flatMap(([key, value]) => {
    const chainId = /^0x0+$/.test(key) ? 0 : readChainId(key)
    return chainId === undefined ? [] : [[networkOfChain(chainId), value] as const]
  })
}

function readCapabilities(answer: unknown): WalletCapabilities {
  return Object.fromEntries(
    byNetwork(answer).flatMap(([network, value]) => {
      if (!isFields(value)) return []
      const named = Object.entries(value).filter(
        ([name, capability]) => name !== '__proto__' && isFields(capability),
      )
      return [[network, Object.fromEntries(named)] as const]
    }),
  ) as WalletCapabilities
}

function readAssets(answer: unknown): readonly WalletAsset[] {
  return byNetwork(answer).flatMap(([network, list]) =>
    Array.isArray(list) ? list.flatMap(one => readAsset(network, one) ?? []) : [],
  )
}

function readAsset(network: NetworkId, asset: unknown): WalletAsset | undefined {
  if (!isFields(asset)) return undefined
  const amount = readQuantity(asset.balance)
  const type = displayText(asset.type, 32)
  const [address] = readAccounts([asset.address]) ?? []
  if (amount === undefined || !type || (!address && type !== 'native')) return undefined
  const { name, symbol, decimals } = isFields(asset.metadata) ? asset.metadata : ({} as Fields)
  const [shownName, shownSymbol] = [displayText(name), displayText(symbol, 16)]
  return {
    network,
    type,
    amount,
    ...(address && type !== 'native' && { address }),
    ...(shownName && { name: shownName }),
    ...(shownSymbol && { symbol: shownSymbol }),
    ...(typeof decimals === 'number' && (decimals & 255) === decimals && { decimals }),
  }
}

/** Wallets of the first version return the bare id. */
function readSent(answer: unknown): SentCalls | undefined {
  const { id, capabilities } = isFields(answer) ? answer : { id: answer, capabilities: undefined }
  // EIP-5792: at most 4,096 bytes.
  if (typeof id !== 'string' || !id || id.length > 8194) return undefined
  const remote =
    isFields(capabilities) && isFields(capabilities.caip345)
      ? capabilities.caip345.transactionHashes
      : []
  return { id, hashes: readHashes(remote) }
}

const statuses: Readonly<Record<string, CallsStatus['status']>> = {
  '100': 'pending',
  '200': 'confirmed',
  '400': 'failed',
  '500': 'reverted',
  '600': 'partial',
  PENDING: 'pending',
  CONFIRMED: 'confirmed',
}
/**
 * Parses the response to `wallet_getCallsStatus`. Throws a ChainError WALLET_ANSWER for a malformed
 * one.
 */
export function readStatus(answer: unknown): CallsStatus {
  const fields = isFields(answer) ? answer : {}
  const key = String(fields.status)
  const status = Object.hasOwn(statuses, key) ? statuses[key] : undefined
  if (!status) throw nonsense()
  const receipts = Array.isArray(fields.receipts) ? fields.receipts : []
  return {
    status,
    hashes: readHashes(
      receipts.map(receipt => (isFields(receipt) ? receipt.transactionHash : undefined)),
    ),
  }
}

const readHashes = (list: unknown): readonly Hex[] =>
  Array.isArray(list) ? list.flatMap(one => readHash(one) ?? []) : []
