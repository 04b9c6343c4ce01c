/** Validates responses of Polkadot wallets. Decision 37. */
import type { ReportedAccount } from '@portico/kernel/account'
import { ChainError } from '@portico/kernel/chain'
import { displayText } from '@portico/kernel/text'
import * as v from 'valibot'
import { encodeSubstrateAddress, readSubstrateAddress } from '../addresses/ss58.js'
import { namespace, type SubstrateNetwork } from '../networks.js'
import { hexOf } from '../node/bytes.js'

/** An account of a wallet, independent of the network. */
export interface WalletAccount {
  /** The address in the wallet's own form, by which it finds the account. */
  readonly address: string
  readonly accountId: Uint8Array
  readonly label: string | undefined
  /** The only network for which the person allowed it. Hex. */
  readonly genesisHash: string | undefined
}

const accountList = v.pipe(
  v.array(
    v.object({
      address: v.pipe(v.string(), v.maxLength(128)),
      name: v.nullish(v.unknown()),
      type: v.nullish(v.unknown()),
      genesisHash: v.nullish(v.string()),
    }),
  ),
  v.maxLength(1_000),
)
const signatureAnswer = v.object({
  signature: v.pipe(v.string(), v.regex(/^0x(?:[\da-f]{2}){64,66}$/i)),
})

/** Parses a wallet's accounts. Omits Ethereum accounts. Throws a ChainError WALLET_ANSWER. */
export function readAccounts(answer: unknown): readonly WalletAccount[] {
  return parse(accountList, answer)
    .filter(({ type, address }) => type !== 'ethereum' && !/^0x[\da-f]{40}$/i.test(address))
    .map(({ address, name, genesisHash }) => {
      const read = readSubstrateAddress(address)
      if (!read) throw new ChainError('WALLET_ANSWER')
      return {
        address,
        accountId: read.accountId,
        label: displayText(name),
        genesisHash: genesisHash ?? undefined,
      }
    })
}
export const readSignature = (answer: unknown): string => parse(signatureAnswer, answer).signature

/**
 * Encodes the accounts for a network, without duplicates and without those that the person allowed
 * only for other networks.
 */
export function reportedAccounts(
  accounts: readonly WalletAccount[],
  { ss58Prefix, id }: SubstrateNetwork,
): readonly ReportedAccount[] {
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

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  answer: unknown,
): v.InferOutput<Schema> {
  try {
    return v.parse(schema, answer)
  } catch (cause) {
    // Covers getters that throw as well.
    throw new ChainError('WALLET_ANSWER', undefined, { cause })
  }
}
