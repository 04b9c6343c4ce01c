/** The features of the wallet, by name. */
import { base64 } from '@scure/base'
import { WalletRpcError } from '../errors.js'
import type { NodeRequest } from '../node-rpc.js'
import { alter } from './altering.js'
import type { SolanaQuirks } from './options.js'
import { type SignInInput, signInText } from './sign-in-text.js'
import type { SolanaKey, SolanaState } from './state.js'
import { readTransaction, writeTransaction } from './wire.js'

export interface SolanaFeature {
  /** True when these inputs need an approval of the owner. */
  asks(input: unknown): boolean
  readonly isSignature?: boolean
  run(...inputs: readonly unknown[]): unknown
}
export interface FeatureParts {
  readonly state: SolanaState
  readonly quirks: SolanaQuirks
  readonly nodeOf: (chain: unknown) => NodeRequest
  /** The account of a key, as the page sees it. */
  readonly account: (key: SolanaKey) => unknown
  /** The page's host, for the text of a sign-in. */
  readonly domain: () => string
}

interface Input {
  readonly account?: { readonly address?: unknown }
  readonly message?: Uint8Array
  readonly transaction?: Uint8Array
  readonly chain?: unknown
}

export function createSolanaFeatures({
  state,
  quirks,
  nodeOf,
  account,
  domain,
}: FeatureParts): Readonly<Record<string, SolanaFeature>> {
  const accounts = () => state.visible.map(account)
  const signer = (address: unknown): SolanaKey => {
    const key = state.visible.find(one => one.address === address)
    if (!key)
      throw new WalletRpcError(4100, 'The requested account has not been authorized by the user.')
    return key
  }
  const signatureOf = (key: SolanaKey, bytes: Uint8Array): Uint8Array => {
    const other = state.keys.find(one => one !== key) ?? key
    const signature = (quirks.signatures === 'foreign' ? other : key).sign(bytes)
    if (quirks.signatures === 'flipped') signature[0] = (signature[0] ?? 0) ^ 1
    if (quirks.signatures === 'zero') signature.fill(0)
    return quirks.signatures === 'short' ? signature.slice(1) : signature
  }
  const signMessage = ({ account: from, message }: Input) => {
    const bytes =
      quirks.rewords === undefined
        ? (message as Uint8Array)
        : new TextEncoder().encode(quirks.rewords)
    return {
      signedMessage: bytes,
      signature: signatureOf(signer(from?.address), bytes),
      signatureType: 'ed25519',
    }
  }
  const signTransaction = ({ account: from, transaction }: Input) => {
    const given = readTransaction(transaction as Uint8Array)
    const message = quirks.alters ? alter(given, quirks.alters) : given.message
    const key = signer(from?.address)
    const place = given.signers.indexOf(key.address)
    if (place < 0)
      throw new WalletRpcError(-32602, 'This transaction needs no signature of the account.')
    const signature = signatureOf(key, message)
    return { signature, wire: writeTransaction(given.signatures.with(place, signature), message) }
  }
  const always = () => true

  return {
    'standard:connect': {
      asks: input => !(input as { silent?: unknown } | undefined)?.silent && !state.isConnected,
      run(input) {
        if (!(input as { silent?: unknown } | undefined)?.silent) state.connect()
        return { accounts: accounts() }
      },
    },
    'standard:disconnect': { asks: () => false, run: () => state.forget() },
    'solana:signMessage': {
      asks: always,
      isSignature: true,
      run: (...inputs) => (inputs as Input[]).map(signMessage),
    },
    'solana:signTransaction': {
      asks: always,
      isSignature: true,
      run: (...inputs) =>
        (inputs as Input[]).map(input => ({ signedTransaction: signTransaction(input).wire })),
    },
    'solana:signAndSendTransaction': {
      asks: always,
      isSignature: true,
      run: (...inputs) =>
        Promise.all(
          (inputs as Input[]).map(async input => {
            const { wire, signature } = signTransaction(input)
            await nodeOf(input.chain)('sendTransaction', [
              base64.encode(wire),
              { encoding: 'base64' },
            ])
            return { signature }
          }),
        ),
    },
    'solana:signIn': {
      asks: always,
      isSignature: true,
      run(...inputs) {
        state.connect()
        return (inputs.length ? inputs : [{}]).map(input => {
          const wanted = input as SignInInput
          const key = wanted.address === undefined ? state.visible[0] : signer(wanted.address)
          if (!key) throw new WalletRpcError(4100, 'The wallet has no account.')
          const signedMessage = new TextEncoder().encode(signInText(wanted, domain(), key.address))
          return {
            account: account(key),
            signedMessage,
            signature: signatureOf(key, signedMessage),
            signatureType: 'ed25519',
          }
        })
      },
    },
  }
}

/**
 * An input as it can be logged and sent out of a page: accounts by their address, messages as text,
 * transactions as base64.
 */
export function readableInput(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input
  const { account, message, transaction, ...rest } = input as Input
  return {
    ...rest,
    ...(account && { account: account.address }),
    ...(message && { message: new TextDecoder().decode(message) }),
    ...(transaction && { transaction: base64.encode(transaction) }),
  }
}
