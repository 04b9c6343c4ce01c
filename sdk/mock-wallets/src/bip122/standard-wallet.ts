import { base64, hex } from '@scure/base'
import type { Listener } from '../emitter.js'
import type { RequestHandler } from './request-handler.js'
import type { BitcoinState } from './state.js'

interface SignInputs {
  readonly psbt: Uint8Array
  readonly inputsToSign: readonly { readonly signingIndexes: readonly number[] }[]
}
interface SignMessageInput {
  readonly account: { readonly address: string }
  readonly message: Uint8Array
}

/** A wallet of the Wallet Standard with the bitcoin features. */
export function createStandardWallet(
  name: string,
  icon: string,
  state: BitcoinState,
  requests: RequestHandler,
) {
  const chain = () => `bitcoin:${state.network.toLowerCase()}`
  const accounts = () =>
    state.shown.map(({ address, publicKey }) => ({
      address,
      publicKey: publicKey.length % 2 ? new Uint8Array() : hex.decode(publicKey),
      chains: [chain()],
      features: ['bitcoin:signMessage', 'bitcoin:signTransaction'],
    }))
  return {
    version: '1.0.0',
    name,
    icon,
    chains: ['bitcoin:mainnet', 'bitcoin:testnet', 'bitcoin:signet', 'bitcoin:regtest'],
    get accounts() {
      return accounts()
    },
    features: {
      'bitcoin:connect': {
        version: '1.0.0',
        connect: (input: unknown) =>
          requests.ask('bitcoin:connect', input, 'prompt', () => {
            state.connect()
            return { accounts: accounts() }
          }),
      },
      'standard:connect': {
        version: '1.0.0',
        connect: (input?: { readonly silent?: boolean }) =>
          requests.ask('standard:connect', input, input?.silent ? 'silent' : 'prompt', () => {
            if (!input?.silent) state.connect()
            return { accounts: accounts() }
          }),
      },
      'standard:disconnect': {
        version: '1.0.0',
        disconnect: () =>
          requests.ask('standard:disconnect', undefined, 'silent', () => state.forget()),
      },
      'standard:events': {
        version: '1.0.0',
        on(event: string, listener: Listener) {
          const notify = () => listener({ accounts: accounts() })
          state.on(event, notify)
          return () => state.off(event, notify)
        },
      },
      'bitcoin:signMessage': {
        version: '1.0.0',
        signMessage: (...inputs: readonly SignMessageInput[]) =>
          requests.ask(
            'bitcoin:signMessage',
            inputs.map(({ account }) => account.address),
            'signature',
            () =>
              inputs.map(({ account, message }) => ({
                signedMessage: message,
                signature: base64.decode(
                  requests.signText(new TextDecoder().decode(message), account.address, 'bip322'),
                ),
              })),
          ),
      },
      'bitcoin:signTransaction': {
        version: '1.0.0',
        signTransaction: (...inputs: readonly SignInputs[]) =>
          requests.ask('bitcoin:signTransaction', inputs.length, 'signature', () =>
            Promise.all(
              inputs.map(async ({ psbt, inputsToSign }) => ({
                signedPsbt: await requests.signPsbt({
                  psbt,
                  inputs: inputsToSign.flatMap(({ signingIndexes }) => signingIndexes),
                }),
              })),
            ),
          ),
      },
    },
  }
}

/**
 * Registers a wallet by the events of the Wallet Standard, before or after the page is ready.
 * Answers the way to take it back.
 */
export function registerStandardWallet(target: EventTarget, wallet: unknown): () => void {
  const takenBack = new Set<() => void>()
  const register = (api: unknown) => {
    const undo = (api as { register(...wallets: unknown[]): () => void }).register(wallet)
    if (typeof undo === 'function') takenBack.add(undo)
  }
  const ready = (event: Event) => register((event as CustomEvent).detail)
  target.addEventListener('wallet-standard:app-ready', ready)
  target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  return () => {
    target.removeEventListener('wallet-standard:app-ready', ready)
    for (const undo of takenBack) undo()
  }
}
