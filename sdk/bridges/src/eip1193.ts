/** A Portico session as an EIP-1193 provider, for viem, ethers, wagmi, web3.js and typechain. */
import { isNetworkId, type NetworkId, networkOf } from '@portico/kernel/chain'
import { activeNetwork, connectionService } from '@portico/kernel/session'
import { eip155Wallet } from '@portico/plugin-eip155'
import { accountGone, BridgeError, badArgument, chainNotListed } from './errors.js'
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

const namespace = 'eip155'

type Hex = `0x${string}`

export interface Eip1193Events {
  /** `accounts`: the active one first. */
  readonly connect: { readonly chainId: Hex; readonly accounts: readonly Hex[] }
  /** An error with the code 4900. */
  readonly disconnect: Error
  readonly accountsChanged: readonly Hex[]
  readonly chainChanged: Hex
}
type Listener = (payload: never) => void

export interface Eip1193Provider {
  /** `eth_requestAccounts` opens the modal unless a wallet is connected. */
  request(request: {
    readonly method: string
    readonly params?: readonly unknown[] | object | undefined
    // biome-ignore lint/suspicious/noExplicitAny: the type of each method is the caller's, as in EIP-1193.
  }): Promise<any>
  on<Event extends keyof Eip1193Events>(
    event: Event,
    listener: (payload: Eip1193Events[Event]) => void,
  ): void
  removeListener<Event extends keyof Eip1193Events>(
    event: Event,
    listener: (payload: Eip1193Events[Event]) => void,
  ): void
}

/** What an EIP-1193 provider tells of a session. */
interface View {
  readonly accounts: readonly Hex[]
  readonly chainId: Hex | undefined
}

/**
 * Makes a provider over the session of a Portico, which is always that of now: the provider may be
 * made before a wallet is connected and outlives a disconnect. Requests that need a signature go to
 * the connected wallet; the others go to the app's own nodes of the active network.
 */
export function eip1193Provider(portico: PorticoSession): Eip1193Provider {
  checkPortico(portico)
  const listeners = new Map<string, Set<Listener>>()
  let stop: (() => void) | undefined

  const emit = <Event extends keyof Eip1193Events>(event: Event, payload: Eip1193Events[Event]) => {
    for (const listener of [...(listeners.get(event) ?? [])]) {
      try {
        listener(payload as never)
      } catch (error) {
        portico.kernel.report(error, 'bridges')
      }
    }
  }
  const announce = (next: View, before: View) => {
    const { accounts, chainId = '0x0' } = next
    const isConnected = accounts.length > 0
    if (isConnected && !before.accounts.length) emit('connect', { chainId, accounts })
    if (next.chainId !== before.chainId) emit('chainChanged', chainId)
    if (accounts.join() !== before.accounts.join()) emit('accountsChanged', accounts)
    if (!isConnected && before.accounts.length)
      emit(
        'disconnect',
        new BridgeError('BRIDGE_NOT_CONNECTED', 'The wallet was disconnected.', { code: 4900 }),
      )
  }

  return {
    async request(given) {
      const { method, params } = Object(given) as { method?: unknown; params?: unknown }
      if (typeof method !== 'string')
        throw badArgument('request() takes an object with a method, such as "eth_accounts".')
      const list = params === undefined ? [] : [params].flat()
      await restored(portico, namespace)
      return answer(portico, method, list).catch(rethrow)
    },
    on(event, listener) {
      const own = listeners.get(event) ?? new Set()
      listeners.set(event, own.add(listener))
      stop ??= watch(portico.kernel, () => viewOf(portico), isSameView, announce)
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      if ([...listeners.values()].some(own => own.size)) return
      stop?.()
      stop = undefined
    },
  }
}

function viewOf({ kernel }: PorticoSession): View {
  const network = activeNetwork(kernel, namespace)
  return {
    accounts: addressesOf(connectedState(kernel, namespace)) as readonly Hex[],
    chainId: network && chainIdOf(network),
  }
}
const isSameView = (one: View, other: View) =>
  one.chainId === other.chainId && one.accounts.join() === other.accounts.join()

const chainIdOf = (network: NetworkId): Hex =>
  `0x${BigInt(network.slice(namespace.length + 1)).toString(16)}`

type Answer = (
  portico: PorticoSession,
  params: readonly unknown[],
  method: string,
) => Promise<unknown>

/** The methods that concern the session itself. */
const sessionMethods: Readonly<Record<string, Answer>> = {
  eth_accounts: async portico => viewOf(portico).accounts,
  async eth_requestAccounts(portico) {
    await connectByModal(portico, namespace)
    return viewOf(portico).accounts
  },
  eth_chainId: async portico => viewOf(portico).chainId,
  net_version: async portico => String(BigInt(viewOf(portico).chainId ?? 0)),
  async wallet_switchEthereumChain({ kernel }, [request]) {
    await kernel.use(connectionService).switchNetwork(listedNetwork(kernel, request))
    return null
  },
  async wallet_addEthereumChain(portico, params, method) {
    listedNetwork(portico.kernel, params[0])
    return requestWallet(portico, params, method)
  },
  async wallet_requestPermissions(portico) {
    await connectByModal(portico, namespace)
    return permissions(portico)
  },
  wallet_getPermissions: async portico => permissions(portico),
  async wallet_revokePermissions(portico) {
    await disconnectWallet(portico, namespace)
    return null
  },
}

/** EIP-2255: the one permission that a connected page has. */
function permissions(portico: PorticoSession): readonly object[] {
  const { accounts } = viewOf(portico)
  return accounts.length
    ? [
        {
          parentCapability: 'eth_accounts',
          caveats: [{ type: 'restrictReturnedAccounts', value: accounts }],
        },
      ]
    : []
}

/** The network of `{ chainId }`. Throws BRIDGE_CHAIN_NOT_LISTED where the app does not list it. */
function listedNetwork(kernel: PorticoSession['kernel'], request: unknown): NetworkId {
  const { chainId } = Object(request) as { readonly chainId?: unknown }
  if (typeof chainId !== 'string' || !/^0x[\da-f]{1,16}$/i.test(chainId))
    throw badArgument('A network is named by its chain id in hex: { chainId: "0x1" }.')
  const network = `${namespace}:${BigInt(chainId)}`
  if (!isNetworkId(network) || !networkOf(kernel, network)) throw chainNotListed(network)
  return network
}

/** Methods of wallets. Everything else is a question to a node. */
const isOfWallet = (method: string) =>
  /^(?:wallet_|personal_|eth_(?:sign|sendTransaction$|decrypt$|getEncryptionPublicKey$))/.test(
    method,
  )
/** A subscription belongs to one node and arrives by a socket, which these requests are not. */
const isStateful = (method: string) => /^eth_(?:un)?subscribe$/.test(method)

async function answer(
  portico: PorticoSession,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const own = Object.hasOwn(sessionMethods, method) ? sessionMethods[method] : undefined
  if (own) return own(portico, params, method)
  if (isOfWallet(method)) return requestWallet(portico, params, method)
  if (isStateful(method))
    throw new BridgeError(
      'BRIDGE_METHOD',
      `${method} needs a socket. Poll, or use a client of your own node for subscriptions.`,
    )
  const { requestNode } = await import('./eip1193/node-request.js')
  return requestNode(portico.kernel, activeNetwork(portico.kernel, namespace), method, params)
}

const requestWallet: Answer = async (portico, params, method) => {
  const { state, via } = connectedWallet(portico, namespace)
  const from = signerOf(method, params)
  if (from !== undefined && !state.accounts.some(({ address }) => isSameAddress(address, from)))
    throw accountGone(from)
  if (/^(?:eth_send|wallet_sendCalls)/.test(method) && !networkOf(portico.kernel, via.network))
    throw chainNotListed(via.network, 4901)
  return eip155Wallet(via).request(method, params)
}

const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The account that a request names, where its method names one. */
function signerOf(method: string, params: readonly unknown[]): string | undefined {
  const at = (index: number) => params[index]
  const named = /^(?:eth_sendTransaction|eth_signTransaction|wallet_sendCalls)$/.test(method)
    ? (Object(at(0)) as { readonly from?: unknown }).from
    : method === 'personal_sign'
      ? at(1)
      : /^(?:eth_sign|eth_signTypedData(?:_v\d)?|wallet_getCapabilities)$/.test(method)
        ? at(0)
        : undefined
  return typeof named === 'string' && /^0x[\da-f]{40}$/i.test(named) ? named : undefined
}
