/** What Polkadot wallets answer, read at the door. Decision 37. */
import { ChainError, displayText, type ReportedAccount } from '@portico/kernel/contracts'
import * as v from 'valibot'
import { namespace, type SubstrateNetwork } from '../networks.js'
import { hexOf } from './bytes.js'
import { encodeSubstrateAddress, readSubstrateAddress } from './ss58.js'

/** An account of a wallet, whatever network it is shown on. */
export interface WalletAccount {
  /** As the wallet itself writes it: it finds the account by this text. */
  readonly address: string
  readonly accountId: Uint8Array
  readonly label: string | undefined
  /** The one network that the person allowed it on. Hex. */
  readonly genesisHash: string | undefined
}

const accountList = v.pipe(
  v.array(
    v.object({ address: v.pipe(v.string(), v.maxLength(128)), name: v.nullish(v.unknown()), type: v.nullish(v.unknown()), genesisHash: v.nullish(v.string()) }),
  ),
  v.maxLength(1_000),
)
const signatureAnswer = v.object({ signature: v.pipe(v.string(), v.regex(/^0x(?:[\da-f]{2}){64,66}$/i)) })

/** Reads what a wallet says of its accounts. Those of the Ethereum kind are left out, they are no accounts here. Throws a ChainError WALLET_ANSWER. */
export function readAccounts(answer: unknown): readonly WalletAccount[] {
  return parse(accountList, answer)
    .filter(({ type, address }) => type !== 'ethereum' && !/^0x[\da-f]{40}$/i.test(address))
    .map(({ address, name, genesisHash }) => {
      const read = readSubstrateAddress(address)
      if (!read) throw new ChainError('WALLET_ANSWER')
      return { address, accountId: read.accountId, label: displayText(name), genesisHash: genesisHash ?? undefined }
    })
}
export const readSignature = (answer: unknown): string => parse(signatureAnswer, answer).signature

/** The accounts as they are written on a network, each once; one that the person allowed on another network alone is not there. */
export function reportedAccounts(accounts: readonly WalletAccount[], { ss58Prefix, id }: SubstrateNetwork): readonly ReportedAccount[] {
  const here = accounts
    .filter(({ genesisHash }) => !genesisHash || genesisHash.toLowerCase().startsWith(`0x${id}`))
    .map(
      ({ accountId, label }): ReportedAccount => ({
        namespace,
        address: encodeSubstrateAddress(accountId, ss58Prefix),
        type: 'eoa',
        publicKey: hexOf(accountId).slice(2),
        ...(label && { label }),
      }),
    )
  return [...new Map(here.map(account => [account.address, account])).values()]
}

function parse<Schema extends v.GenericSchema>(schema: Schema, answer: unknown): v.InferOutput<Schema> {
  try {
    return v.parse(schema, answer)
  } catch (cause) {
    // Also for getters that throw.
    throw new ChainError('WALLET_ANSWER', undefined, { cause })
  }
}
