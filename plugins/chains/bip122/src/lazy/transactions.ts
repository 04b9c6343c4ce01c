import { delay } from '@portico/kernel'
import { bip122Psbt, ChainError, type Connection, type Draft, type NetworkId, type TransactionOutcome, type Transactions } from '@portico/kernel/contracts'
import { Transaction } from '@scure/btc-signer'
import type { BitcoinNetwork } from '../networks.js'
import type { Bip122Setup } from '../options.js'
import { bytesOfBase64, sameBytes } from './bytes.js'
import type { Esplora } from './esplora.js'
import { portOf } from './port.js'

type Inputs = readonly { readonly txid: string; readonly vout: number }[]

/** Signed by the wallet, sent by us: the wallet sees what it signs, and the host's endpoint broadcasts it. */
export function createTransactions(
  networkOf: (id: string) => BitcoinNetwork,
  esploraOf: (network: BitcoinNetwork) => Esplora,
  { confirmationPollMs }: Bip122Setup,
): Omit<Transactions, 'dialects'> {
  return {
    async estimate(_via, _from, draft) {
      const { fee, feeRate } = bodyOf(draft)
      return { kind: 'native', amount: fee, rate: { value: feeRate, unit: 'sat/vB' } }
    },
    async send(via, from, draft, signal) {
      signal.throwIfAborted()
      const body = bodyOf(draft)
      if (body.inputs.some(({ address }) => address !== from.address)) throw new ChainError('WALLET_UNSUPPORTED')
      refuseElsewhere(via, draft.network)
      const esplora = esploraOf(networkOf(draft.network))
      const signed = await portOf(via).signPsbt(body, signal)
      const transaction = finished(body.psbt, signed)
      const hash = await esplora.broadcast(transaction.hex, signal)
      if (hash !== transaction.id) throw new ChainError('CHAIN_ANSWER')
      return { hash }
    },
    async confirm(hash, network, signal) {
      const esplora = esploraOf(networkOf(network))
      for (let inputs: Inputs = []; ; await delay(confirmationPollMs, signal)) {
        const known = await patiently(esplora.transaction(hash, signal), signal)
        if (known?.height !== undefined) return { status: 'confirmed', block: known.height }
        inputs = known?.inputs ?? inputs
        const outcome = known ? undefined : await patiently(replacement(hash, inputs, esplora, signal), signal)
        if (outcome) return outcome
      }
    },
  }
}

function bodyOf(draft: Draft) {
  const body = bip122Psbt.read(draft)
  if (!body) throw new ChainError('WALLET_UNSUPPORTED')
  return body
}
function refuseElsewhere(via: Connection, network: NetworkId): void {
  if (via.network !== network) throw new ChainError('WALLET_NETWORK')
}

/** The transaction ready to be sent. Throws a ChainError WALLET_ANSWER where the wallet signed another one than it was given, or left a signature out. */
function finished(given: string, signed: string): Transaction {
  try {
    const options = { allowUnknownOutputs: true }
    const before = Transaction.fromPSBT(bytesOfBase64(given) ?? new Uint8Array(), options)
    const transaction = Transaction.fromPSBT(bytesOfBase64(signed) ?? new Uint8Array(), options)
    if (!sameBytes(before.unsignedTx, transaction.unsignedTx)) throw new ChainError('WALLET_ANSWER')
    if (!transaction.isFinal) transaction.finalize()
    return transaction
  } catch (cause) {
    throw new ChainError('WALLET_ANSWER', undefined, { cause })
  }
}

/** A transaction that was known and is gone: whoever spent its first coin took its place. */
async function replacement(hash: string, inputs: Inputs, esplora: Esplora, signal: AbortSignal): Promise<TransactionOutcome | undefined> {
  const [first] = inputs
  const by = first && (await esplora.spender(first, signal))
  return by && by !== hash ? { status: 'replaced', by } : undefined
}

/** Waiting outlives an endpoint that is down for a while; a wrong answer does not become right by waiting. */
async function patiently<Value>(answer: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  try {
    return await answer
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ChainError && error.code === 'CHAIN_UNAVAILABLE') return undefined
    throw error
  }
}
