import { mockSolanaWallet, readSolanaTransaction } from '@portico/mock-wallets'
import { base58, base64 } from '@scure/base'
import { PocketRefusal } from '../errors.js'
import { type ChainId, fields, type Hex, type Keyring, type KeyringRequest } from './keyring.js'

export interface SolanaKeyringOptions {
  readonly name: string
  /** Seeds of 32 bytes. */
  readonly keys: readonly Hex[]
  readonly chains: Readonly<Record<ChainId, string>>
}

type Feature = (...inputs: readonly object[]) => Promise<readonly unknown[]>

export function solanaKeyring({ name, keys, chains }: SolanaKeyringOptions): Keyring {
  const { wallet } = mockSolanaWallet({
    namespace: 'solana',
    name,
    accounts: keys,
    chains: chains as Readonly<Record<`solana:${string}`, string>>,
    announce: false,
    target: new EventTarget(),
  })
  const feature = async (id: string, input: object): Promise<Readonly<Record<string, unknown>>> => {
    const methods = wallet.features[id as `${string}:${string}`] as Readonly<
      Record<string, Feature>
    >
    const [output] = (await methods[id.split(':')[1] ?? '']?.(input)) ?? []
    return fields(output)
  }
  const ready = (
    wallet.features['standard:connect'] as { readonly connect: () => Promise<unknown> }
  ).connect()
  const account = (address: unknown) => {
    const found = wallet.accounts.find(one => one.address === address)
    if (!found) throw new PocketRefusal(4100, 'This wallet does not have the account.')
    return found
  }
  /** The account of this wallet that a transaction wants to be signed by. */
  const signerOf = (transaction: Uint8Array) =>
    account(
      readSolanaTransaction(transaction).signers.find(signer =>
        wallet.accounts.some(one => one.address === signer),
      ),
    )

  const sign = async (
    given: unknown,
    chain: ChainId,
  ): Promise<{ readonly signature: string; readonly transaction: string }> => {
    const transaction = bytesOf(given)
    const signer = signerOf(transaction)
    const { signedTransaction } = await feature('solana:signTransaction', {
      account: signer,
      transaction,
      chain,
    })
    const { signatures, signers } = readSolanaTransaction(signedTransaction as Uint8Array)
    const signature = signatures[signers.indexOf(signer.address)] ?? new Uint8Array()
    return {
      signature: base58.encode(signature),
      transaction: base64.encode(signedTransaction as Uint8Array),
    }
  }
  const accounts = async () => wallet.accounts.map(({ address }) => ({ pubkey: address }))

  const methods: Readonly<
    Record<string, (params: Readonly<Record<string, unknown>>, chain: ChainId) => Promise<unknown>>
  > = {
    solana_getAccounts: accounts,
    solana_requestAccounts: accounts,
    async solana_signMessage({ message, pubkey }) {
      const { signature } = await feature('solana:signMessage', {
        account: account(pubkey),
        message: base58.decode(String(message)),
      })
      return { signature: base58.encode(signature as Uint8Array) }
    },
    solana_signTransaction: ({ transaction }, chain) => sign(transaction, chain),
    async solana_signAllTransactions({ transactions }, chain) {
      const signed = await Promise.all(
        (Array.isArray(transactions) ? transactions : []).map(one => sign(one, chain)),
      )
      return { transactions: signed.map(({ transaction }) => transaction) }
    },
    async solana_signAndSendTransaction({ transaction }, chain) {
      const bytes = bytesOf(transaction)
      const { signature } = await feature('solana:signAndSendTransaction', {
        account: signerOf(bytes),
        transaction: bytes,
        chain,
      })
      return { signature: base58.encode(signature as Uint8Array) }
    },
  }

  return {
    namespace: 'solana',
    methods: Object.keys(methods),
    events: ['accountsChanged', 'chainChanged'],
    silent: ['solana_getAccounts', 'solana_requestAccounts'],
    ready,
    addresses: () => wallet.accounts.map(({ address }) => address),
    async run({ method, params, chain }: KeyringRequest) {
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!run) throw new PocketRefusal(5101, `Unsupported method ${method}`)
      return run(fields(params), chain)
    },
  }
}

function bytesOf(given: unknown): Uint8Array {
  try {
    return base64.decode(String(given))
  } catch {
    throw new PocketRefusal(-32602, 'Expected a transaction in base64.')
  }
}
