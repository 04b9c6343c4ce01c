/** Validates responses of Bitcoin wallets. Decision 37. */

import type { ReportedAccount } from '@portico/kernel/account'
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import type { WalletReport } from '@portico/kernel/connector-kit'
import { displayText } from '@portico/kernel/text'
import { keyFits } from '@portico/signatures/bitcoin'
import * as v from 'valibot'
import { parseBitcoinAddress, readBitcoinAddress } from '../addresses/address.js'
import { namespace } from '../networks.js'
import { base64Of, bytesOfBase64, bytesOfHex, hexOf } from '../node/bytes.js'
import type { Bip122Setup } from '../options.js'
import { readPublicKey } from './keys.js'
import { formatOfNetwork, networkOfName } from './known-networks.js'

const text = v.pipe(v.string(), v.maxLength(256))
const reportedAddress = v.object({
  address: text,
  publicKey: v.optional(text),
  purpose: v.optional(text),
  // Leather names a kind instead of a purpose, and the coin, because it returns those of other
  // chains too.
  type: v.optional(text),
  symbol: v.optional(text, 'BTC'),
  derivationPath: v.optional(text),
  path: v.optional(text),
})
const accountsAnswer = v.object({
  addresses: v.pipe(v.array(reportedAddress), v.maxLength(256)),
  network: v.optional(v.object({ bitcoin: v.object({ name: text }) })),
})
// A PSBT carries the parents of its coins.
const mostPsbtBytes = 6_000_000
const signatureAnswer = v.object({
  signature: v.pipe(v.string(), v.minLength(1), v.maxLength(65_536)),
})
const psbtAnswer = v.object({
  psbt: v.pipe(v.string(), v.minLength(1), v.maxLength(mostPsbtBytes * 1.5)),
})

const hexPsbtAnswer = v.object({
  hex: v.pipe(v.string(), v.minLength(1), v.maxLength(mostPsbtBytes * 2)),
})
const bytes = v.pipe(
  v.custom<Uint8Array>(
    value => ArrayBuffer.isView(value) && value.byteLength > 0 && value.byteLength <= mostPsbtBytes,
  ),
  v.transform(view =>
    Uint8Array.from(new Uint8Array(view.buffer, view.byteOffset, view.byteLength)),
  ),
)
const standardAccount = v.object({
  address: text,
  publicKey: v.optional(
    v.custom<Uint8Array>(value => ArrayBuffer.isView(value) && value.byteLength <= 65),
  ),
  chains: v.optional(v.pipe(v.array(text), v.maxLength(64)), []),
})
const standardAccounts = v.object({ accounts: v.pipe(v.array(v.unknown()), v.maxLength(256)) })

const purposes: Readonly<Record<string, string>> = { payment: 'payment', ordinals: 'ordinal' }

/**
 * Parses the response to `wallet_connect`, `wallet_getAccount` and `getAddresses`. Where the wallet
 * does not name its network, the addresses decide, and among networks with the same format
 * `wanted`.
 *
 * Throws a ChainError WALLET_ANSWER for a malformed address, one of another network, and a key that
 * does not belong to its address (threat S35).
 */
export function readReport(
  answer: unknown,
  wanted: NetworkId | undefined,
  setup: Bip122Setup,
): WalletReport {
  const { addresses, network: named } = parse(accountsAnswer, answer)
  const ours = addresses.flatMap(
    ({ type, symbol, purpose = type === 'p2tr' ? 'ordinals' : 'payment', ...rest }) =>
      symbol === 'BTC' && Object.hasOwn(purposes, purpose) ? [{ ...rest, purpose }] : [],
  )
  const network = named
    ? networkOfName(named.bitcoin.name, setup)
    : networkOfAddress(ours[0]?.address, wanted, setup)
  const accounts = ours.map(
    ({ address, publicKey, purpose, derivationPath, path = derivationPath }) =>
      readAccount({ address, network, type: purposes[purpose] ?? purpose, publicKey, path }, setup),
  )
  // The payment account comes first (specification section 6), in any order of the wallet.
  return {
    accounts: accounts.sort(
      (one, other) => Number(other.type === 'payment') - Number(one.type === 'payment'),
    ),
    network,
  }
}

/**
 * Parses one account, and checks that the address belongs to the network and the key to the
 * address.
 */
export function readAccount(
  said: {
    readonly address: string
    readonly network: NetworkId
    readonly type: string
    readonly publicKey?: string | undefined
    readonly path?: string | undefined
  },
  setup: Bip122Setup,
): ReportedAccount {
  const format = formatOfNetwork(said.network, setup)
  try {
    const parsed = format
      ? parseBitcoinAddress(said.address, format)
      : readBitcoinAddress(said.address)
    const publicKey = readPublicKey(said.publicKey)
    if (
      !parsed ||
      (said.publicKey !== undefined && !publicKey) ||
      (publicKey && keyFits(publicKey, parsed) === false)
    )
      throw new ChainError('WALLET_ANSWER')
    const path = displayText(said.path)
    return {
      namespace,
      address: parsed.address,
      type: said.type,
      ...(publicKey && { publicKey: hexOf(publicKey) }),
      ...(path && { path }),
    }
  } catch (cause) {
    throw new ChainError('WALLET_ANSWER', undefined, { cause })
  }
}

function networkOfAddress(
  address: string | undefined,
  wanted: NetworkId | undefined,
  setup: Bip122Setup,
): NetworkId {
  if (address === undefined) return wanted ?? setup.networks[0].caipNetworkId
  const format = readBitcoinAddress(address)?.format
  // Testnet and regtest have the same base58 addresses.
  const writesAlike = (network: NetworkId) => {
    const its = formatOfNetwork(network, setup)
    return (
      its !== undefined &&
      (its === 'mainnet') === (format === 'mainnet') &&
      (its === format || !/^(tb|bcrt)1/i.test(address))
    )
  }
  const fitting = [
    ...(wanted ? [wanted] : []),
    ...setup.networks.map(network => network.caipNetworkId),
  ].find(writesAlike)
  return fitting ?? networkOfName(format ?? 'mainnet', setup)
}

export const readSignature = (answer: unknown): string => parse(signatureAnswer, answer).signature
export function readPsbt(answer: unknown): string {
  const { psbt } = parse(psbtAnswer, answer)
  if (!bytesOfBase64(psbt)) throw new ChainError('WALLET_ANSWER')
  return psbt
}

/** Converts a hex PSBT to base64. */
export function readHexPsbt(answer: unknown): string {
  const psbt = bytesOfHex(parse(hexPsbtAnswer, answer).hex)
  if (!psbt) throw new ChainError('WALLET_ANSWER')
  return base64Of(psbt)
}
/** Reads bytes under this name as a copy, because the wallet may keep writing to its own array. */
export const readBytes = (answer: unknown, name: string): Uint8Array =>
  parse(v.object({ [name]: bytes }), answer)[name] as Uint8Array
export const readText = (answer: unknown): string => parse(text, answer)
/** Reads the network name of `getChain` in UniSat and compatible wallets: BITCOIN_MAINNET. */
export const readChainName = (answer: unknown): string =>
  parse(v.object({ enum: text }), answer).enum.replace(/^BITCOIN_/, '')
export const readList = (answer: unknown): readonly unknown[] =>
  parse(v.pipe(v.array(v.unknown()), v.maxLength(256)), answer)
/** Reads the response to `connect` of OKX. */
export const readAccountPair = (answer: unknown) =>
  parse(v.object({ address: text, publicKey: v.optional(text) }), answer)
/** Reads Wallet Standard accounts, with the wallet's own objects, which it wants back. */
export function readStandardAccounts(answer: unknown) {
  return parse(standardAccounts, answer).accounts.map(account => {
    const { address, publicKey, chains } = parse(standardAccount, account)
    return {
      account,
      address,
      publicKey: publicKey?.byteLength ? hexOf(Uint8Array.from(publicKey)) : undefined,
      chains,
    }
  })
}
/** Returns true for a taproot address. */
export const isTaproot = (address: string): boolean => readBitcoinAddress(address)?.kind === 'p2tr'

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
