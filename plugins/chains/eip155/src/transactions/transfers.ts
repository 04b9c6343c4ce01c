import {
  type TransferIntent,
  type Transfers,
  tokenItselfMessage,
} from '@portico/kernel/capabilities'
import {
  type Eip155Transaction,
  eip155Transaction,
  type Hex,
  type Network,
} from '@portico/kernel/chain'
import { displayAmountIn, type Message, message } from '@portico/kernel/text'
import { parseAddress } from '../addresses/addresses.js'
import { balanceOf, contractOf, transferTo } from '../assets/assets.js'
import { readNativeAmount, readWord } from '../node/node-answers.js'
import type { Rpc, RpcOf } from '../node/rpc.js'
import { callContract, readContractNumber } from './contract-calls.js'
import { feeOf, type GasPrice, readGasOf, readL1Fee, readPrice } from './fees.js'
import { refusedTransfer } from './transactions.js'
import {
  missingFunds,
  noToken,
  otherDecimals,
  tokenRefuses,
  tooFewTokens,
  tooSmall,
} from './transfer-errors.js'

/** The exact gas of a transfer between two plain accounts. */
const plainGas = 21_000n

export function createTransfers(rpcOf: RpcOf): Transfers {
  return {
    async prepare(intent, signal) {
      const to = parseAddress(intent.to)
      const rpc = rpcOf(intent.network)
      if (intent.amount !== 'max' && intent.amount <= 0n) throw tooSmall()
      try {
        return intent.asset === 'native'
          ? await prepareNative(rpc, intent, to, signal)
          : await prepareToken(rpc, intent, to, signal)
      } catch (error) {
        throw refusedTransfer(error)
      }
    },
  }
}

async function prepareNative(
  rpc: Rpc,
  intent: TransferIntent,
  to: Hex,
  signal: AbortSignal,
): ReturnType<Transfers['prepare']> {
  const from = intent.from.address as Hex
  const { nativeCurrency } = rpc.network
  if (intent.decimals !== nativeCurrency.decimals)
    throw otherDecimals(intent, nativeCurrency.decimals)
  if (isSmart(intent)) return prepareSmartNative(rpc, intent, to, signal)
  const [balance, price, l1Fee] = await Promise.all([
    readBalance(rpc, from, signal),
    readPrice(rpc, intent.speed, signal),
    readL1Fee(rpc, {}, signal),
  ])
  const tried = intent.amount === 'max' ? balance - plainGas * price.most - l1Fee : intent.amount
  if (tried < 0n || tried > balance)
    throw missingFunds(
      intent.amount === 'max' ? -tried : tried - balance,
      nativeCurrency,
      intent.amount === 'max' ? 'TRANSFER_FEE' : 'TRANSFER_FUNDS',
    )
  const estimated = await readGasOf(rpc, from, { to, value: tried }, signal)
  // A contract as recipient may use a little more at execution.
  const gas = estimated === plainGas ? plainGas : (estimated * 6n) / 5n
  const fee = feeOf(gas, price, l1Fee)
  const amount = intent.amount === 'max' ? balance - fee.amount : tried
  if (amount <= 0n) throw missingFunds(fee.amount - balance, nativeCurrency, 'TRANSFER_FEE')
  if (amount + fee.amount > balance)
    throw missingFunds(amount + fee.amount - balance, nativeCurrency, 'TRANSFER_FEE')
  // Sending everything but the fee fixes the fee to the one used here.
  const fees =
    intent.amount === 'max' ? { gas, ...asDraftFees(price) } : draftFeesFor(intent, price)
  const warnings = isHigh(fee, amount, price) ? [highFee(fee, nativeCurrency)] : []
  return {
    draft: eip155Transaction.draft(intent.network, { to, value: amount, ...fees }),
    fee,
    amount,
    speeds,
    ...(warnings.length && { warnings }),
  }
}

async function prepareSmartNative(
  rpc: Rpc,
  intent: TransferIntent,
  to: Hex,
  signal: AbortSignal,
): ReturnType<Transfers['prepare']> {
  const from = intent.from.address as Hex
  const balance = await readBalance(rpc, from, signal)
  const amount = intent.amount === 'max' ? balance : intent.amount
  if (amount === 0n) throw tooSmall()
  if (amount > balance)
    throw missingFunds(amount - balance, rpc.network.nativeCurrency, 'TRANSFER_FUNDS')
  // A node refuses to estimate a transfer that would fail. The gas itself is not used.
  await readGasOf(rpc, from, { to, value: amount }, signal)
  return {
    draft: eip155Transaction.draft(intent.network, { to, value: amount }),
    amount,
    ...sponsored,
  }
}

async function prepareToken(
  rpc: Rpc,
  intent: TransferIntent,
  to: Hex,
  signal: AbortSignal,
): ReturnType<Transfers['prepare']> {
  const contract = contractOf(intent.asset, intent.network)
  if (!contract) throw noToken(rpc)
  const { readDecimals } = await import('../assets/token-facts.js')
  const from = intent.from.address as Hex
  const [owned, decimals] = await Promise.all([
    readContractNumber(rpc, { to: contract, data: balanceOf(from) }, signal),
    readDecimals(rpc, contract, signal),
  ])
  if (owned === undefined) throw noToken(rpc)
  if (decimals !== intent.decimals) throw otherDecimals(intent, decimals)
  const amount = intent.amount === 'max' ? owned : intent.amount
  if (amount > owned || owned === 0n) {
    throw tooFewTokens()
  }
  const data = transferTo(to, amount)
  const transaction: Eip155Transaction = { to: contract, value: 0n, data }
  const [paid, answer] = await Promise.all([
    isSmart(intent) ? undefined : payToken(rpc, intent, transaction, signal),
    // Simulated before the wallet prompt (decision 28).
    callContract(rpc, { from, to: contract, data }, signal),
  ])
  // Some tokens return false instead of reverting; some return nothing.
  if (answer !== '0x' && readWord(answer) !== 1n) throw tokenRefuses()
  const toItself = tokenItselfMessage
  const warnings: readonly Message[] = [
    ...(to === contract ? [toItself] : []),
    ...(paid?.warnings ?? []),
  ]
  const draft = eip155Transaction.draft(intent.network, { ...transaction, ...paid?.fees })
  return {
    draft,
    amount,
    ...(paid ? { fee: paid.fee, speeds } : sponsored),
    ...(warnings.length && { warnings }),
  }
}

/**
 * Computes the native fee of a token transfer. Throws a TransferError where the account has less.
 */
async function payToken(
  rpc: Rpc,
  intent: TransferIntent,
  transaction: Eip155Transaction,
  signal: AbortSignal,
) {
  const from = intent.from.address as Hex
  const [balance, price, gas, l1Fee] = await Promise.all([
    readBalance(rpc, from, signal),
    readPrice(rpc, intent.speed, signal),
    readGasOf(rpc, from, transaction, signal),
    readL1Fee(rpc, transaction, signal),
  ])
  const fee = feeOf(gas, price, l1Fee)
  if (fee.amount > balance)
    throw missingFunds(fee.amount - balance, rpc.network.nativeCurrency, 'TRANSFER_FEE')
  // The fee and the amount have no common unit, so the fee is compared with the coins that pay it.
  const warnings = isHigh(fee, balance, price) ? [highFee(fee, rpc.network.nativeCurrency)] : []
  return { fee, warnings, fees: draftFeesFor(intent, price) }
}

const readBalance = (rpc: Rpc, owner: Hex, signal: AbortSignal) =>
  rpc.request('eth_getBalance', [owner, 'latest'], readNativeAmount, signal)

/**
 * The executor of a smart account's transactions pays their gas, so there is no fee, and the
 * account cannot choose the speed.
 */
const isSmart = ({ from }: TransferIntent): boolean => from.type === 'smartAccount'
const speeds = ['slow', 'normal', 'fast'] as const
const sponsored = { fee: { kind: 'sponsored' }, speeds: [] } as const

/** At normal speed the wallet chooses the fees, so it need not trust the node used here. */
const draftFeesFor = ({ speed = 'normal' }: TransferIntent, price: GasPrice) =>
  speed === 'normal' ? {} : asDraftFees(price)
const asDraftFees = ({
  most,
  tip,
}: GasPrice): Pick<Eip155Transaction, 'maxFeePerGas' | 'maxPriorityFeePerGas'> =>
  tip === undefined ? {} : { maxFeePerGas: most, maxPriorityFeePerGas: tip }

/**
 * One node names the fee, unverified. A fee of a tenth of the money or more, or with a capped tip,
 * is shown as high.
 */
const isHigh = (
  fee: { readonly amount: bigint },
  money: bigint,
  { isTipCapped }: GasPrice,
): boolean => isTipCapped || fee.amount * 10n >= money
const highFee = (
  fee: { readonly amount: bigint },
  { decimals, symbol }: Network['nativeCurrency'],
): Message =>
  message('eip155.warning.fee', 'The network fee is high: {fee} {symbol}.', {
    fee: displayAmountIn('en')(fee.amount, decimals, true),
    symbol,
  })
