/** What Bitcoin wallets answer, read at the door. Decision 37. */

import { ChainError, displayText, type NetworkId, type ReportedAccount, type WalletReport } from '@portico/kernel/contracts'
import { keyFits } from '@portico/signatures/bitcoin'
import * as v from 'valibot'
import { namespace } from '../networks.js'
import type { Bip122Setup } from '../options.js'
import { parseBitcoinAddress, readBitcoinAddress } from './address.js'
import { base64Of, bytesOfBase64, bytesOfHex, hexOf } from './bytes.js'
import { readPublicKey } from './keys.js'
import { formatOfNetwork, networkOfName } from './known-networks.js'

const text = v.pipe(v.string(), v.maxLength(256))
const reportedAddress = v.object({
  address: text,
  publicKey: v.optional(text),
  purpose: v.optional(text),
  // Leather names a kind instead of a purpose, and the coin, because it answers those of other chains too.
  type: v.optional(text),
  symbol: v.optional(text, 'BTC'),
  derivationPath: v.optional(text),
  path: v.optional(text),
})
const accountsAnswer = v.object({
  addresses: v.pipe(v.array(reportedAddress), v.maxLength(256)),
  network: v.optional(v.object({ bitcoin: v.object({ name: text }) })),
})
// A PSBT carries the transactions that made its coins.
const mostPsbtBytes = 6_000_000
const signatureAnswer = v.object({ signature: v.pipe(v.string(), v.minLength(1), v.maxLength(65_536)) })
const psbtAnswer = v.object({ psbt: v.pipe(v.string(), v.minLength(1), v.maxLength(mostPsbtBytes * 1.5)) })

const hexPsbtAnswer = v.object({ hex: v.pipe(v.string(), v.minLength(1), v.maxLength(mostPsbtBytes * 2)) })
const bytes = v.pipe(
  v.custom<Uint8Array>(value => ArrayBuffer.isView(value) && value.byteLength > 0 && value.byteLength <= mostPsbtBytes),
  v.transform(view => Uint8Array.from(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))),
)
const standardAccount = v.object({
  address: text,
  publicKey: v.optional(v.custom<Uint8Array>(value => ArrayBuffer.isView(value) && value.byteLength <= 65)),
  chains: v.optional(v.pipe(v.array(text), v.maxLength(64)), []),
})
const standardAccounts = v.object({ accounts: v.pipe(v.array(v.unknown()), v.maxLength(256)) })

const purposes: Readonly<Record<string, string>> = { payment: 'payment', ordinals: 'ordinal' }

/**
 * Reads what `wallet_connect`, `wallet_getAccount` and `getAddresses` answer. Where the wallet does not name its network, the addresses tell, and among
 * networks that write them alike `wanted` is believed.
 *
 * Throws a ChainError WALLET_ANSWER for an address that is none, one of another network, and a key that is not that of its address (threat S35).
 */
export function readReport(answer: unknown, wanted: NetworkId | undefined, setup: Bip122Setup): WalletReport {
  const { addresses, network: named } = parse(accountsAnswer, answer)
  const ours = addresses.flatMap(({ type, symbol, purpose = type === 'p2tr' ? 'ordinals' : 'payment', ...rest }) =>
    symbol === 'BTC' && Object.hasOwn(purposes, purpose) ? [{ ...rest, purpose }] : [],
  )
  const network = named ? networkOfName(named.bitcoin.name, setup) : networkOfAddress(ours[0]?.address, wanted, setup)
  const accounts = ours.map(({ address, publicKey, purpose, derivationPath, path = derivationPath }) =>
    readAccount({ address, network, type: purposes[purpose] ?? purpose, publicKey, path }, setup),
  )
  // The payment account is the one to start with (specification section 6), whatever the wallet names first.
  return { accounts: accounts.sort((one, other) => Number(other.type === 'payment') - Number(one.type === 'payment')), network }
}

/** One account, checked: the address is of the network, the key is that of the address. */
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
    const parsed = format ? parseBitcoinAddress(said.address, format) : readBitcoinAddress(said.address)
    const publicKey = readPublicKey(said.publicKey)
    if (!parsed || (said.publicKey !== undefined && !publicKey) || (publicKey && keyFits(publicKey, parsed) === false)) throw new ChainError('WALLET_ANSWER')
    const path = displayText(said.path)
    return { namespace, address: parsed.address, type: said.type, ...(publicKey && { publicKey: hexOf(publicKey) }), ...(path && { path }) }
  } catch (cause) {
    throw new ChainError('WALLET_ANSWER', undefined, { cause })
  }
}

function networkOfAddress(address: string | undefined, wanted: NetworkId | undefined, setup: Bip122Setup): NetworkId {
  if (address === undefined) return wanted ?? setup.networks[0].caipNetworkId
  const format = readBitcoinAddress(address)?.format
  // Base58 addresses of testnet and regtest are the same text.
  const writesAlike = (network: NetworkId) => {
    const its = formatOfNetwork(network, setup)
    return its !== undefined && (its === 'mainnet') === (format === 'mainnet') && (its === format || !/^(tb|bcrt)1/i.test(address))
  }
  const fitting = [...(wanted ? [wanted] : []), ...setup.networks.map(network => network.caipNetworkId)].find(writesAlike)
  return fitting ?? networkOfName(format ?? 'mainnet', setup)
}

export const readSignature = (answer: unknown): string => parse(signatureAnswer, answer).signature
export function readPsbt(answer: unknown): string {
  const { psbt } = parse(psbtAnswer, answer)
  if (!bytesOfBase64(psbt)) throw new ChainError('WALLET_ANSWER')
  return psbt
}

/** A PSBT in hex, as base64. */
export function readHexPsbt(answer: unknown): string {
  const psbt = bytesOfHex(parse(hexPsbtAnswer, answer).hex)
  if (!psbt) throw new ChainError('WALLET_ANSWER')
  return base64Of(psbt)
}
/** Bytes under this name, copied: the wallet may go on writing in its own. */
export const readBytes = (answer: unknown, name: string): Uint8Array => parse(v.object({ [name]: bytes }), answer)[name] as Uint8Array
export const readText = (answer: unknown): string => parse(text, answer)
/** What `getChain` of Unisat's kind names: BITCOIN_MAINNET. */
export const readChainName = (answer: unknown): string => parse(v.object({ enum: text }), answer).enum.replace(/^BITCOIN_/, '')
export const readList = (answer: unknown): readonly unknown[] => parse(v.pipe(v.array(v.unknown()), v.maxLength(256)), answer)
/** What `connect` of OKX answers. */
export const readAccountPair = (answer: unknown) => parse(v.object({ address: text, publicKey: v.optional(text) }), answer)
/** The accounts of a wallet of the Wallet Standard, with its own objects, which it wants back. */
export function readStandardAccounts(answer: unknown) {
  return parse(standardAccounts, answer).accounts.map(account => {
    const { address, publicKey, chains } = parse(standardAccount, account)
    return { account, address, publicKey: publicKey?.byteLength ? hexOf(Uint8Array.from(publicKey)) : undefined, chains }
  })
}
/** Whether an address keeps its key as taproot does. */
export const isTaproot = (address: string): boolean => readBitcoinAddress(address)?.kind === 'p2tr'

function parse<Schema extends v.GenericSchema>(schema: Schema, answer: unknown): v.InferOutput<Schema> {
  try {
    return v.parse(schema, answer)
  } catch (cause) {
    // Also for getters that throw.
    throw new ChainError('WALLET_ANSWER', undefined, { cause })
  }
}
