import { type MockEvmWallet, mockEvmWallet } from '@portico/mock-wallets'
import {
  type ChainId,
  fields,
  type Hex,
  type Keyring,
  type KeyringRequest,
  referenceOf,
} from './keyring.js'

export interface EvmKeyringOptions {
  readonly name: string
  readonly keys: readonly Hex[]
  readonly chains: Readonly<Record<ChainId, string>>
  readonly batchAccount: Hex | undefined
  /** Called when a page switched the chain, or added one and switched to it. */
  readonly onSwitch: (chain: ChainId, url: string | undefined) => Promise<void>
}

/** EVM chains. Runs one request after the other, each on the chain that it names. */
export function evmKeyring({
  name,
  keys,
  chains,
  batchAccount,
  onSwitch,
}: EvmKeyringOptions): Keyring {
  const ids = Object.keys(chains).map(chain => Number(referenceOf(chain as ChainId)))
  const wallet = mockEvmWallet({
    name,
    rdns: 'test.pocket',
    accounts: keys,
    chains: Object.fromEntries(
      Object.entries(chains).map(([chain, url]) => [Number(referenceOf(chain as ChainId)), url]),
    ),
    announce: false,
    target: new EventTarget(),
    ...(batchAccount && { batchAccount: Object.fromEntries(ids.map(id => [id, batchAccount])) }),
  })
  const ready = wallet.provider.request({ method: 'eth_requestAccounts' })
  const queue = { last: ready }

  const one = async (request: KeyringRequest): Promise<unknown> => {
    const chainId = Number(referenceOf(request.chain))
    if (wallet.chainId !== chainId) wallet.switchChain(chainId)
    const result = await wallet.provider.request({ method: request.method, params: request.params })
    if (
      request.method === 'wallet_switchEthereumChain' ||
      request.method === 'wallet_addEthereumChain'
    )
      await onSwitch(...chosen(wallet, request))
    return result
  }

  return {
    namespace: 'eip155',
    methods: [
      'personal_sign',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_watchAsset',
      'wallet_getCapabilities',
      'wallet_sendCalls',
      'wallet_getCallsStatus',
      'wallet_showCallsStatus',
    ],
    events: ['chainChanged', 'accountsChanged'],
    silent: ['wallet_getCapabilities', 'wallet_getCallsStatus', 'wallet_showCallsStatus'],
    ready,
    addresses: () => wallet.addresses,
    run(request) {
      const done = queue.last.then(
        () => one(request),
        () => one(request),
      )
      queue.last = done
      return done
    },
  }
}

function chosen(
  wallet: MockEvmWallet,
  { method, params }: KeyringRequest,
): readonly [ChainId, string | undefined] {
  const [{ rpcUrls }] = (Array.isArray(params) ? params : [{}]) as [{ readonly rpcUrls?: unknown }]
  const url: unknown =
    method === 'wallet_addEthereumChain' && Array.isArray(rpcUrls)
      ? fields(rpcUrls)['0']
      : undefined
  return [`eip155:${wallet.chainId}`, typeof url === 'string' ? url : undefined]
}
