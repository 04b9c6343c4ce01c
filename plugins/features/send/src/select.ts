/** Selectors of the state of Send, shared by controller, views and hosts. */
import type { Read } from '@portico/kernel'
import type { Holding } from '@portico/kernel/backend'
import { digitsMessage, notAmountMessage } from '@portico/kernel/capabilities'
import { networkOf, parseAssetId, type Token } from '@portico/kernel/chain'
import { activeAccount, activeNetwork } from '@portico/kernel/session'
import {
  formatAmount,
  type Message,
  message,
  parseAmount,
  withValues,
  worth,
} from '@portico/kernel/text'
import { sendSlice } from './refs.js'
import type { Review, SendState } from './send.js'

/**
 * Returns the active account and network; undefined without a wallet, or on a network that the host
 * does not list.
 */
export function placeOf(read: Read) {
  const account = activeAccount(read)
  const network = networkOf(read, activeNetwork(read))
  return account && network ? { account, network: network.caipNetworkId } : undefined
}
/** The token that is sent: the chosen one, else the native coin of the active network. */
export function tokenOf(read: Read): Token | undefined {
  const { token } = read.state(sendSlice)
  if (token) return token
  const network = networkOf(read, activeNetwork(read))
  return (
    network && {
      asset: 'native',
      network: network.caipNetworkId,
      ...network.nativeCurrency,
      ...(network.assets?.imageUrl && { imageUrl: network.assets.imageUrl }),
    }
  )
}
export const holdingOf = ({ holdings }: SendState, token: Token | undefined): Holding | undefined =>
  holdings.balances.find(holding => holding.token.asset === token?.asset)
export const spendable = (holding: Holding): bigint => holding.spendable ?? holding.amount

export const shortMessage = /* @__PURE__ */ message(
  'send.problem.short',
  'You need {missing} {symbol} more.',
)
/** The message after a network change has emptied the form. */
export const switchedMessage = /* @__PURE__ */ message(
  'send.problem.switched',
  'You switched to {network}. Fill in the form again.',
)
/**
 * Reads the typed amount in base units; a problem for an invalid amount, or one above the balance.
 * The missing amount is exact decimal text, which the view formats. Undefined when nothing was
 * typed.
 */
export function readAmount(
  state: SendState,
  token: Token,
): { readonly amount: bigint } | { readonly problem: Message } | undefined {
  const text = state.sendTokenAmount
  if (!text) return undefined
  const unknown = decimalsProblem(token)
  if (unknown) return { problem: unknown }
  const amount = parseAmount(text, token.decimals)
  if (amount === undefined) {
    const isTooFine = /^\d*\.\d+$/.test(text) && parseAmount(text, 255) !== undefined
    return {
      problem: isTooFine
        ? withValues(digitsMessage, { symbol: token.symbol, digits: token.decimals })
        : notAmountMessage,
    }
  }
  const holding = holdingOf(state, token)
  const most = holding && spendable(holding)
  if (most !== undefined && amount > most && state.holdings.name === 'known') {
    const missing = formatAmount(amount - most, token.decimals)
    return { problem: withValues(shortMessage, { missing, symbol: token.symbol }) }
  }
  return { amount }
}
/**
 * Without valid decimals an amount has no base units, so nothing can be sent: a host may pass such
 * a token.
 */
export function decimalsProblem({ decimals, symbol }: Token): Message | undefined {
  return (decimals & 255) === decimals
    ? undefined
    : message(
        'send.problem.decimals',
        '{symbol} cannot be sent, because its number of decimals is unknown.',
        { symbol },
      )
}
/** True for the address of the token itself: tokens that are sent there are lost. */
export function isOwnContract(address: string, { asset }: Token): boolean {
  return parseAssetId(asset)?.assetReference.toLowerCase() === address.toLowerCase()
}

export interface Change {
  readonly token: Pick<Token, 'name' | 'symbol' | 'decimals'>
  /** Base units; negative for what is sent. */
  readonly by: bigint
}
/** Returns the balance changes of a transfer. */
export function changesOf({ token, native, outgoing, fee }: Review): readonly Change[] {
  const cost = fee.kind === 'native' ? fee.amount : 0n
  if (token.asset === 'native') return [{ token, by: -(outgoing + cost) }]
  return [{ token, by: -outgoing }, ...(cost ? [{ token: native, by: -cost }] : [])]
}

/**
 * The state of Send as hosts read it. Prices are exact decimal text, in the currency of the host;
 * absent: unknown.
 */
export interface SendFacts {
  readonly token: Token | undefined
  /** As typed. */
  readonly sendTokenAmount: string
  readonly receiverAddress: string | undefined
  readonly receiverProfileName: string | undefined
  readonly receiverProfileImageUrl: string | undefined
  /** The gas price of the fee: `3.1 gwei`. */
  readonly gasPrice: string | undefined
  /** The value of the whole fee. */
  readonly gasPriceInUSD: string | undefined
  readonly networkBalanceInUSD: string | undefined
}
export function sendFacts(read: Read): SendFacts {
  const state = read.state(sendSlice)
  const { recipient, phase } = state
  const known = recipient.name === 'known' ? recipient : undefined
  const fee =
    'review' in phase && phase.review?.fee.kind === 'native' ? phase.review.fee : undefined
  return {
    token: tokenOf(read),
    sendTokenAmount: state.sendTokenAmount,
    receiverAddress: known?.address,
    receiverProfileName: known?.profile?.name,
    receiverProfileImageUrl: known?.profile?.imageUrl,
    gasPrice: fee?.rate && `${fee.rate.value} ${fee.rate.unit}`,
    gasPriceInUSD: fee && nativeWorth(state, fee.amount),
    networkBalanceInUSD: nativeWorth(state),
  }
}
/** Returns the value of an amount of the native coin (of the balance, without an amount). */
export function nativeWorth(state: SendState, amount?: bigint): string | undefined {
  const native = state.holdings.balances.find(({ token }) => token.asset === 'native')
  return native?.price === undefined
    ? undefined
    : worth(amount ?? native.amount, native.token.decimals, native.price)
}
