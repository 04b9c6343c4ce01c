/** Signs on Bitcoin: messages (BIP-322), and inputs of the two accounts. */
import { base64 } from '@scure/base'
import { RawWitness, SigHash, Transaction } from '@scure/btc-signer'
import { tagSchnorr } from '@scure/btc-signer/utils.js'
import { type BitcoinAccount, withBitcoinAccounts } from './bip122-accounts.js'
import { type Bytes, concat, isEqual, utf8 } from './bytes.js'
import { KeyError } from './errors.js'
import type { SignRequestOf, SignResult } from './sign-messages.js'

export const signBitcoin = (
  entropy: Bytes,
  request: SignRequestOf<'bip122'>,
): Promise<SignResult> =>
  withBitcoinAccounts(entropy, request.network, accounts => {
    if (request.kind === 'bip122/psbt') return signPsbt(request, accounts)
    const account = accounts.find(({ address }) => address === request.address)
    if (!account)
      throw new KeyError('REQUEST_REFUSED', 'This address does not belong to your wallet.')
    return { signature: signMessage(request.message, account) }
  })

/** A "simple" signature of BIP-322, base64. */
function signMessage(text: string, { script, tapInternalKey, secret }: BitcoinAccount): string {
  const rules = {
    version: 0,
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
    disableScriptCheck: true,
  }
  const toSpend = new Transaction(rules)
  toSpend.addOutput({ script, amount: 0n })
  toSpend.addInput({
    txid: new Uint8Array(32),
    index: 0xffff_ffff,
    sequence: 0,
    finalScriptSig: concat(Uint8Array.of(0, 32), tagSchnorr('BIP0322-signed-message', utf8(text))),
  })
  const toSign = new Transaction(rules)
  toSign.addInput({
    txid: toSpend.id,
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    ...(tapInternalKey && { tapInternalKey }),
  })
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  toSign.sign(secret)
  toSign.finalize()
  return base64.encode(RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? []))
}

function signPsbt(
  { psbt, inputs, finalize }: Extract<SignRequestOf<'bip122'>, { kind: 'bip122/psbt' }>,
  accounts: readonly BitcoinAccount[],
): SignResult {
  const transaction = readPsbt(psbt)
  const owners = Array.from({ length: transaction.inputsLength }, (_none, index) =>
    ownerOf(transaction, index, accounts),
  )
  const wanted = inputs ?? owners.flatMap((owner, index) => (owner ? [index] : []))
  if (!wanted.length) throw refused('No input of this transaction belongs to your wallet.')
  for (const index of wanted) {
    const owner = owners[index]
    if (!owner) throw refused(`Input ${index} does not belong to your wallet.`)
    signInput(transaction, index, owner)
  }
  if (!finalize) return { psbt: base64.encode(transaction.toPSBT()) }
  try {
    transaction.finalize()
  } catch (error) {
    throw refused('The transaction lacks signatures of others.', error)
  }
  return { psbt: base64.encode(transaction.toPSBT()), txid: transaction.id }
}

/** The account whose coin this input spends, by the script of the coin. */
function ownerOf(
  transaction: Transaction,
  index: number,
  accounts: readonly BitcoinAccount[],
): BitcoinAccount | undefined {
  const { witnessUtxo, nonWitnessUtxo, index: output = -1 } = transaction.getInput(index)
  const script = witnessUtxo?.script ?? nonWitnessUtxo?.outputs[output]?.script
  return script && accounts.find(account => isEqual(account.script, script))
}

function signInput(transaction: Transaction, index: number, owner: BitcoinAccount): void {
  const { sighashType, tapLeafScript, tapMerkleRoot } = transaction.getInput(index)
  // 0 and 1 cover the whole transaction. With others its outputs could be replaced afterwards.
  if (
    sighashType !== undefined &&
    sighashType !== 1 &&
    !(sighashType === 0 && owner.tapInternalKey)
  )
    throw refused('A signature of this kind does not cover the whole transaction.')
  if (tapLeafScript || tapMerkleRoot)
    throw refused('Your wallet signs no script of a taproot address.')
  try {
    if (owner.tapInternalKey)
      transaction.updateInput(index, { tapInternalKey: owner.tapInternalKey })
    transaction.signIdx(owner.secret, index, [SigHash.DEFAULT, SigHash.ALL])
  } catch (error) {
    throw refused(`Input ${index} cannot be signed.`, error)
  }
}

function readPsbt(text: string): Transaction {
  try {
    return Transaction.fromPSBT(base64.decode(text), { allowUnknownOutputs: true })
  } catch (error) {
    throw refused('The transaction cannot be read.', error)
  }
}

const refused = (message: string, cause?: unknown) =>
  new KeyError('REQUEST_REFUSED', message, cause)
