import { base64, hex } from '@scure/base'
import type { Listener } from '../emitter.js'
import { WalletRpcError } from '../errors.js'
import type { BitcoinNetworkName } from './options.js'
import type { RequestHandler } from './request-handler.js'
import type { BitcoinState } from './state.js'

interface HexPsbtOptions {
  readonly autoFinalized?: boolean
  readonly toSignInputs?: readonly { readonly index: number }[]
}
const enumOf = (network: BitcoinNetworkName) => `BITCOIN_${network.toUpperCase()}`
const networkOfEnum: Readonly<Record<string, BitcoinNetworkName>> = {
  BITCOIN_MAINNET: 'Mainnet',
  BITCOIN_TESTNET: 'Testnet',
  BITCOIN_SIGNET: 'Signet',
  BITCOIN_REGTEST: 'Regtest',
}
const onOff = (state: BitcoinState) => ({
  on: (event: string, listener: Listener) => state.on(event, listener),
  removeListener: (event: string, listener: Listener) => state.off(event, listener),
})
const addressesOf = (state: BitcoinState) => state.shown.slice(0, 1).map(({ address }) => address)

/** Signing as Unisat, Bitget and OKX have it: text in, base64 or hex out. */
const signers = (state: BitcoinState, requests: RequestHandler) => ({
  signMessage: (text: string, type = 'ecdsa') =>
    requests.ask('signMessage', [text, type], 'signature', () =>
      requests.signText(text, addressesOf(state)[0], type === 'ecdsa' ? 'ecdsa' : 'bip322'),
    ),
  signPsbt: (psbt: string, options: HexPsbtOptions = {}) =>
    requests.ask('signPsbt', [psbt, options], 'signature', async () =>
      hex.encode(
        await requests.signPsbt({
          psbt: hex.decode(psbt),
          inputs: options.toSignInputs?.map(({ index }) => index),
          finalize: options.autoFinalized ?? true,
        }),
      ),
    ),
})

/** `window.unisat`, and Bitget's of the same kind: one address for everything. */
export function createUnisatProvider(state: BitcoinState, requests: RequestHandler) {
  return {
    ...onOff(state),
    ...signers(state, requests),
    requestAccounts: () =>
      requests.ask('requestAccounts', [], 'prompt', () => {
        state.connect()
        return addressesOf(state)
      }),
    getAccounts: () => requests.ask('getAccounts', [], 'silent', () => addressesOf(state)),
    getPublicKey: () =>
      requests.ask('getPublicKey', [], 'silent', () => state.shown[0]?.publicKey ?? ''),
    getChain: () =>
      requests.ask('getChain', [], 'silent', () => ({
        enum: enumOf(state.network),
        name: `Bitcoin ${state.network}`,
        network: state.network === 'Mainnet' ? 'livenet' : 'testnet',
      })),
    switchChain: (chain: string) =>
      requests.ask('switchChain', [chain], 'prompt', () => {
        const network = networkOfEnum[chain]
        if (!network) throw new WalletRpcError(-32602, 'Unknown chain.')
        state.switchNetwork(network)
        return { enum: enumOf(state.network) }
      }),
    disconnect: () => requests.ask('disconnect', [], 'silent', () => state.forget()),
  }
}

/** `window.okxwallet.bitcoin` and its neighbours: an object for each network. */
export function createOkxProvider(
  state: BitcoinState,
  requests: RequestHandler,
  network: BitcoinNetworkName,
) {
  const here = () => (state.network === network ? addressesOf(state) : [])
  return {
    ...onOff(state),
    ...signers(state, requests),
    connect: () =>
      requests.ask('connect', [], 'prompt', () => {
        state.connect()
        state.switchNetwork(network)
        const [account] = state.shown
        return { address: account?.address ?? '', publicKey: account?.publicKey ?? '' }
      }),
    getAccounts: () => requests.ask('getAccounts', [], 'silent', here),
    getPublicKey: () =>
      requests.ask('getPublicKey', [], 'silent', () =>
        here().length ? (state.shown[0]?.publicKey ?? '') : '',
      ),
    disconnect: () => requests.ask('disconnect', [], 'silent', () => state.forget()),
  }
}

/**
 * `window.phantom.bitcoin`: two addresses with their purposes, bytes in and out, and no way to ask
 * it silently.
 */
export function createPhantomProvider(state: BitcoinState, requests: RequestHandler) {
  const accounts = () =>
    state.shown.map(({ address, publicKey, purpose, kind }) => ({
      address,
      publicKey,
      purpose,
      addressType: kind,
    }))
  return {
    isPhantom: true,
    ...onOff(state),
    requestAccounts: () =>
      requests.ask('requestAccounts', [], 'prompt', () => {
        state.connect()
        return accounts()
      }),
    signMessage: (address: string, message: Uint8Array) =>
      requests.ask('signMessage', [address], 'signature', () => {
        const signature = base64.decode(
          requests.signText(new TextDecoder().decode(message), address, 'bip322'),
        )
        return { signature }
      }),
    signPSBT: (
      psbt: Uint8Array,
      {
        inputsToSign,
      }: { readonly inputsToSign: readonly { readonly signingIndexes: readonly number[] }[] },
    ) =>
      requests.ask('signPSBT', [], 'signature', () =>
        requests.signPsbt({
          psbt,
          inputs: inputsToSign.flatMap(({ signingIndexes }) => signingIndexes),
        }),
      ),
  }
}
