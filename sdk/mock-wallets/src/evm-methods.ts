import { WalletRpcError } from './errors.js'
import { confirmChain, readNewChain } from './evm-add-chain.js'
import type { EvmCalls } from './evm-calls.js'
import type { EvmWalletOptions } from './evm-options.js'
import { chainIdOf, listOf, objectOf } from './evm-params.js'
import { signPersonal, signTypedData } from './evm-signing.js'
import type { EvmState } from './evm-state.js'
import { type createSender, signTransaction, type TransactionOrder } from './evm-transactions.js'
import type { NodeRequest } from './node-rpc.js'

/**
 * A method that the wallet answers itself. Everything else that reads the chain goes to the node.
 */
export interface EvmMethod {
  /** Whether it asks its owner. Throws what the wallet refuses without asking. */
  asks(params: unknown): boolean
  run(params: unknown): unknown
  readonly isSignature?: boolean
  readonly isConnect?: boolean
}

export interface EvmMethodTools {
  readonly options: EvmWalletOptions
  readonly state: EvmState
  readonly calls: EvmCalls
  readonly nodeOf: (chainId: number) => NodeRequest
  readonly nodeAt: (url: string) => NodeRequest
  readonly send: ReturnType<typeof createSender>
}

/** The `asks` of a method that never needs an approval. */
export const silent = () => false
const always = () => true

/**
 * The methods of EIP-1193, EIP-2255, EIP-3085, EIP-3326, EIP-747, EIP-5792 and ERC-7811 that a page
 * can ask a wallet for.
 */
export function createEvmMethods({
  options,
  state,
  calls,
  nodeOf,
  nodeAt,
  send,
}: EvmMethodTools): Readonly<Record<string, EvmMethod>> {
  /** The page must be connected: a wallet refuses the rest without asking its owner. */
  const asAuthorized = (): boolean => {
    if (!state.isConnected)
      throw new WalletRpcError(
        4100,
        'The requested account and/or method has not been authorized by the user.',
      )
    return true
  }

  const permissions = () =>
    state.visible.length
      ? [
          {
            parentCapability: 'eth_accounts',
            caveats: [{ type: 'restrictReturnedAccounts', value: [...state.visible] }],
          },
        ]
      : []

  const orderOf = (params: unknown): TransactionOrder => {
    const { nonce, ...rest } = objectOf(params)
    return {
      account: state.signer(rest.from),
      chainId: state.chainId,
      node: nodeOf(state.chainId),
      request: options.quirks?.ownNonces ? rest : { ...rest, nonce },
    }
  }

  const assets: Record<string, EvmMethod> = options.assets
    ? { wallet_getAssets: { asks: silent, run: params => assetsOf(options, state, params) } }
    : {}

  return {
    eth_requestAccounts: {
      isConnect: true,
      asks: () => !state.isConnected || state.isLocked,
      run() {
        state.connect()
        return [...state.visible]
      },
    },
    eth_accounts: { asks: silent, run: () => [...state.visible] },
    eth_chainId: { asks: silent, run: () => state.hexChainId },
    net_version: { asks: silent, run: () => String(state.chainId) },

    wallet_getPermissions: { asks: silent, run: permissions },
    wallet_requestPermissions: {
      isConnect: true,
      asks: always,
      run() {
        state.connect()
        return permissions()
      },
    },
    wallet_revokePermissions: {
      asks: silent,
      run() {
        state.forget()
        return null
      },
    },

    wallet_switchEthereumChain: {
      asks(params) {
        const chainId = chainIdOf(objectOf(params).chainId)
        if (!state.knows(chainId)) throw unknownChain(chainId, options.quirks?.nested4902)
        return chainId !== state.chainId
      },
      run(params) {
        state.switchChain(chainIdOf(objectOf(params).chainId))
        return null
      },
    },
    wallet_addEthereumChain: {
      asks(params) {
        readNewChain(params)
        return true
      },
      async run(params) {
        const { chainId, url } = readNewChain(params)
        await confirmChain(nodeAt(url), chainId)
        state.addChain(chainId, state.urlOf(chainId) ?? url)
        if (!options.quirks?.staysAfterAdd) state.switchChain(chainId)
        return null
      },
    },
    wallet_watchAsset: { asks: always, run: () => true },

    personal_sign: {
      isSignature: true,
      asks: asAuthorized,
      run: params => signPersonal(state, params),
    },
    eth_signTypedData_v4: {
      isSignature: true,
      asks: asAuthorized,
      run: params => signTypedData(state, params),
    },
    eth_sendTransaction: {
      isSignature: true,
      asks: asAuthorized,
      run: params => send(orderOf(params)),
    },
    ...(options.quirks?.signsTransactions && {
      eth_signTransaction: {
        isSignature: true,
        asks: asAuthorized,
        run: (params: unknown) => signTransaction(orderOf(params)),
      },
    }),

    wallet_getCapabilities: { asks: silent, run: calls.capabilities },
    wallet_sendCalls: { isSignature: true, asks: asAuthorized, run: calls.sendCalls },
    wallet_getCallsStatus: { asks: silent, run: calls.callsStatus },
    wallet_showCallsStatus: { asks: silent, run: () => null },
    ...assets,
  }
}

function unknownChain(chainId: number, isNested = false): WalletRpcError {
  const message = `Unrecognized chain ID "0x${chainId.toString(16)}". Try adding the chain using wallet_addEthereumChain first.`
  return isNested
    ? new WalletRpcError(-32603, 'Internal JSON-RPC error.', {
        originalError: { code: 4902, message },
      })
    : new WalletRpcError(4902, message)
}

/**
 * ERC-7811: the assets of the wallet on the requested chains, or on all.
 * @throws WalletRpcError -32602, 4100
 */
function assetsOf(
  { assets = {} }: EvmWalletOptions,
  state: EvmState,
  params: unknown,
): Readonly<Record<string, readonly unknown[]>> {
  const { account, chainFilter } = objectOf(listOf(params))
  state.signer(account)
  const wanted = Array.isArray(chainFilter) ? chainFilter : Object.keys(assets)
  return Object.fromEntries(Object.entries(assets).filter(([chainId]) => wanted.includes(chainId)))
}
