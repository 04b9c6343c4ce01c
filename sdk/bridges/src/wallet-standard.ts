/**
 * The Solana session as a wallet of the Wallet Standard, which wallet-adapter, `@solana/connector`
 * and the hooks of `@solana/react` list like an extension.
 */
import { chainOf, type Network, type NetworkId } from '@portico/kernel/chain'
import { solanaWallet } from '@portico/plugin-solana'
import { base58 } from '@scure/base'
import { accountGone, badArgument, chainNotListed } from './errors.js'
import {
  addressesOf,
  checkPortico,
  connectByModal,
  connectedState,
  connectedWallet,
  disconnectWallet,
  type PorticoSession,
  restored,
  rethrow,
  watch,
} from './session.js'

const namespace = 'solana'

type Identifier = `${string}:${string}`
type Icon = `data:image/${'svg+xml' | 'webp' | 'png' | 'gif'};base64,${string}`

export interface SessionWalletAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly Identifier[]
  readonly features: readonly Identifier[]
}
interface SignInput {
  readonly account: { readonly address: string }
}
interface MessageInput extends SignInput {
  readonly message: Uint8Array
}
interface TransactionInput extends SignInput {
  readonly transaction: Uint8Array
  readonly chain?: string | undefined
}
type Change = { readonly accounts?: readonly SessionWalletAccount[] }

/** A wallet of the Wallet Standard, with the features of Solana. */
export interface SessionWallet {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: Icon
  readonly chains: readonly Identifier[]
  readonly accounts: readonly SessionWalletAccount[]
  readonly features: Readonly<{
    'standard:connect': {
      readonly version: '1.0.0'
      connect(input?: {
        readonly silent?: boolean
      }): Promise<{ readonly accounts: readonly SessionWalletAccount[] }>
    }
    'standard:disconnect': { readonly version: '1.0.0'; disconnect(): Promise<void> }
    'standard:events': {
      readonly version: '1.0.0'
      on(event: 'change', listener: (change: Change) => void): () => void
    }
    'solana:signMessage': {
      readonly version: '1.0.0'
      signMessage(
        ...inputs: readonly MessageInput[]
      ): Promise<readonly { readonly signedMessage: Uint8Array; readonly signature: Uint8Array }[]>
    }
    'solana:signTransaction': {
      readonly version: '1.0.0'
      readonly supportedTransactionVersions: readonly ['legacy', 0]
      signTransaction(
        ...inputs: readonly TransactionInput[]
      ): Promise<readonly { readonly signedTransaction: Uint8Array }[]>
    }
    'solana:signAndSendTransaction': {
      readonly version: '1.0.0'
      readonly supportedTransactionVersions: readonly ['legacy', 0]
      signAndSendTransaction(
        ...inputs: readonly (TransactionInput & { readonly chain: string })[]
      ): Promise<readonly { readonly signature: Uint8Array }[]>
    }
    /** Tells Portico's own discovery that this wallet is no other than its session. */
    'portico:session': { readonly version: '1.0.0'; session(): void }
  }>
}

export interface SessionWalletOptions {
  /** What other libraries call the wallet. Default `Portico`. */
  readonly name?: string
  /** A data URI. */
  readonly icon?: Icon
}

const plainIcon: Icon =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAzMiAzMiI+PHJlY3Qgd2lkdGg9IjMyIiBoZWlnaHQ9IjMyIiByeD0iOCIgZmlsbD0iIzNiM2JmNSIvPjxwYXRoIGQ9Ik05IDI0VjE1YTcgNyAwIDAgMSAxNCAwdjkiIGZpbGw9Im5vbmUiIHN0cm9rZT0iI2ZmZiIgc3Ryb2tlLXdpZHRoPSIzIi8+PC9zdmc+'

/**
 * Registers the session as a wallet on this page, and returns a function that withdraws it. Does
 * nothing on a server.
 */
export function registerSolanaWallet(
  portico: PorticoSession,
  options: SessionWalletOptions = {},
): () => void {
  checkPortico(portico)
  const page = globalThis.window
  if (!page) return () => undefined
  const wallet = createSessionWallet(portico, options)
  const withdrawals = new Set<() => void>()
  const register = (api: unknown) => {
    const { register: add } = Object(api) as { register?: (wallet: SessionWallet) => () => void }
    const withdraw = add?.(wallet)
    if (withdraw) withdrawals.add(withdraw)
  }
  const life = new AbortController()
  page.addEventListener(
    'wallet-standard:app-ready',
    event => register((event as CustomEvent<unknown>).detail),
    { signal: life.signal },
  )
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  return () => {
    life.abort()
    for (const withdraw of withdrawals) withdraw()
    withdrawals.clear()
  }
}

/** The networks of the chain plugin carry the cluster's name in the Wallet Standard. */
type Cluster = Network & { readonly walletChain: Identifier }
const clustersOf = ({ kernel }: PorticoSession) =>
  (chainOf(kernel, namespace)?.networks ?? []) as readonly Cluster[]

function createSessionWallet(
  portico: PorticoSession,
  { name = 'Portico', icon = plainIcon }: SessionWalletOptions,
): SessionWallet {
  const { kernel } = portico
  const accountsNow = createAccounts(portico)
  const sign = async <Input extends SignInput, Output>(
    inputs: readonly Input[],
    one: (input: Input) => Promise<Output>,
  ) => {
    const outputs: Output[] = []
    // One after the other, because a wallet shows one request at a time.
    for (const input of inputs) outputs.push(await one(input).catch(rethrow))
    return outputs
  }
  const signerOf = ({ account }: SignInput) => {
    const { state, via } = connectedWallet(portico, namespace)
    const { address } = Object(account) as { readonly address?: unknown }
    if (typeof address !== 'string') throw badArgument('A request names its account.')
    if (!state.accounts.some(one => one.address === address)) throw accountGone(address)
    return { address, via, network: via.network }
  }
  const networkFor = (chain: string | undefined, active: NetworkId): NetworkId => {
    const listed = clustersOf(portico).find(({ walletChain, caipNetworkId }) =>
      chain === undefined ? caipNetworkId === active : walletChain === chain,
    )
    if (!listed) throw chainNotListed(chain ?? active)
    return listed.caipNetworkId
  }

  return {
    version: '1.0.0',
    name,
    icon,
    get chains() {
      return clustersOf(portico).map(({ walletChain }) => walletChain)
    },
    get accounts() {
      return accountsNow()
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect({ silent } = {}) {
          await (silent ? restored(portico, namespace) : connectByModal(portico, namespace))
          return { accounts: accountsNow() }
        },
      },
      'standard:disconnect': {
        version: '1.0.0',
        disconnect: () => disconnectWallet(portico, namespace),
      },
      'standard:events': {
        version: '1.0.0',
        on: (_, listener) =>
          watch(
            kernel,
            accountsNow,
            (one, other) => one === other,
            accounts => listener({ accounts }),
          ),
      },
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: (...inputs) =>
          sign(inputs, async input => {
            const { address, via } = signerOf(input)
            const answer = await solanaWallet(via).signMessage(address, input.message)
            return { signedMessage: answer.signed, signature: answer.signature }
          }),
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: (...inputs) =>
          sign(inputs, async input => {
            const { address, via, network } = signerOf(input)
            const signedTransaction = await solanaWallet(via).signTransaction(
              address,
              input.transaction,
              networkFor(input.chain, network),
            )
            return { signedTransaction }
          }),
      },
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signAndSendTransaction: (...inputs) =>
          sign(inputs, async input => {
            const { address, via, network } = signerOf(input)
            const signature = await solanaWallet(via).signAndSend(
              address,
              input.transaction,
              networkFor(input.chain, network),
            )
            return { signature }
          }),
      },
      'portico:session': { version: '1.0.0', session: () => undefined },
    },
  }
}

/** Returns the accounts of now. The same objects as before while nothing of them has changed. */
function createAccounts(portico: PorticoSession): () => readonly SessionWalletAccount[] {
  let known: readonly SessionWalletAccount[] = []
  return () => {
    const addresses = addressesOf(connectedState(portico.kernel, namespace))
    if (addresses.join() === known.map(({ address }) => address).join()) return known
    const chains = clustersOf(portico).map(({ walletChain }) => walletChain)
    known = addresses.map(address => ({
      address,
      publicKey: base58.decode(address),
      chains,
      features: ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'],
    }))
    return known
  }
}
