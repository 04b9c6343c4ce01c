import {
  type Eip155Transaction,
  eip155Transaction,
  formatAmount,
  type Hex,
  type Message,
  message,
  type Network,
  TransferError,
  type TransferIntent,
  type Transfers,
} from '@portico/kernel/contracts'
import { parseAddress } from './addresses.js'
import { balanceOf, contractOf, transferTo } from './assets.js'
import { askContract, askNumber } from './contract-calls.js'
import { feeOf, readGasOf, readL1Fee, readPrice } from './fees.js'
import { readNativeAmount, readWord } from './node-answers.js'
import type { Rpc, RpcOf } from './rpc.js'
import { refusedTransfer } from './transactions.js'

/** What a transfer between two plain accounts takes, always. */
const plainGas = 21_000n

export function createTransfers(rpcOf: RpcOf): Transfers {
  return {
    async prepare(intent, signal) {
      const to = parseAddress(intent.to)
      const rpc = rpcOf(intent.network)
      if (intent.amount !== 'max' && intent.amount <= 0n) throw tooSmall()
      try {
        return intent.asset === 'native' ? await prepareNative(rpc, intent, to, signal) : await prepareToken(rpc, intent, to, signal)
      } catch (error) {
        throw refusedTransfer(error)
      }
    },
  }
}

async function prepareNative(rpc: Rpc, intent: TransferIntent, to: Hex, signal: AbortSignal): ReturnType<Transfers['prepare']> {
  const from = intent.from.address as Hex
  const { nativeCurrency } = rpc.network
  const [balance, price, l1Fee] = await Promise.all([
    rpc.ask('eth_getBalance', [from, 'latest'], readNativeAmount, signal),
    readPrice(rpc, intent.speed, signal),
    readL1Fee(rpc, {}, signal),
  ])
  const tried = intent.amount === 'max' ? balance - plainGas * price.most - l1Fee : intent.amount
  if (tried < 0n || tried > balance)
    throw short(intent.amount === 'max' ? -tried : tried - balance, nativeCurrency, intent.amount === 'max' ? 'TRANSFER_FEE' : 'TRANSFER_FUNDS')
  const estimated = await readGasOf(rpc, from, { to, value: tried }, signal)
  // A contract that receives may take a little more when the time comes.
  const gas = estimated === plainGas ? plainGas : (estimated * 6n) / 5n
  const fee = feeOf(gas, price, l1Fee)
  const amount = intent.amount === 'max' ? balance - fee.amount : tried
  if (amount <= 0n && intent.amount === 'max') throw short(fee.amount - balance, nativeCurrency, 'TRANSFER_FEE')
  if (amount + fee.amount > balance) throw short(amount + fee.amount - balance, nativeCurrency, 'TRANSFER_FEE')
  // Everything but the fee leaves no room for another fee than the one it was reckoned with.
  const fees = intent.amount === 'max' ? { gas, ...asDraftFees(price) } : intent.speed ? asDraftFees(price) : {}
  return { draft: eip155Transaction.draft(intent.network, { to, value: amount, ...fees }), fee, amount }
}

async function prepareToken(rpc: Rpc, intent: TransferIntent, to: Hex, signal: AbortSignal): ReturnType<Transfers['prepare']> {
  const contract = contractOf(intent.asset, intent.network)
  if (!contract) throw noToken(rpc)
  const from = intent.from.address as Hex
  const [owned, native, price] = await Promise.all([
    askNumber(rpc, { to: contract, data: balanceOf(from) }, signal),
    rpc.ask('eth_getBalance', [from, 'latest'], readNativeAmount, signal),
    readPrice(rpc, intent.speed, signal),
  ])
  if (owned === undefined) throw noToken(rpc)
  const amount = intent.amount === 'max' ? owned : intent.amount
  if (amount > owned || (intent.amount === 'max' && owned === 0n)) {
    throw new TransferError('TRANSFER_FUNDS', message('eip155.error.tokens', 'This account has less of this token than that.'))
  }
  const data = transferTo(to, amount)
  const transaction: Eip155Transaction = { to: contract, value: 0n, data }
  const [gas, l1Fee, answer] = await Promise.all([
    readGasOf(rpc, from, transaction, signal),
    readL1Fee(rpc, transaction, signal),
    // Simulated before anybody signs (decision 28).
    askContract(rpc, { from, to: contract, data }, signal),
  ])
  // Some tokens say false instead of failing; some say nothing.
  if (answer !== '0x' && readWord(answer) !== 1n) throw new TransferError('TRANSFER_REFUSED', message('eip155.error.token', 'The token refuses this transfer.'))
  const fee = feeOf(gas, price, l1Fee)
  if (fee.amount > native) throw short(fee.amount - native, rpc.network.nativeCurrency, 'TRANSFER_FEE')
  const warnings: readonly Message[] =
    to === contract ? [message('eip155.warning.contract', 'This is the address of the token itself: what is sent there is lost.')] : []
  const draft = eip155Transaction.draft(intent.network, { ...transaction, ...(intent.speed && asDraftFees(price)) })
  return { draft, fee, amount, ...(warnings.length && { warnings }) }
}

const asDraftFees = ({ most, tip }: { readonly most: bigint; readonly tip?: bigint }): Pick<Eip155Transaction, 'maxFeePerGas' | 'maxPriorityFeePerGas'> =>
  tip === undefined ? {} : { maxFeePerGas: most, maxPriorityFeePerGas: tip }

const noToken = ({ network }: Rpc) =>
  new TransferError('TRANSFER_ASSET', message('eip155.error.asset', 'This asset cannot be sent on {network}.', { network: network.name }))
const tooSmall = () => new TransferError('TRANSFER_TOO_SMALL', message('eip155.error.small', 'There is nothing to send.'))

function short(missing: bigint, { decimals, symbol }: Network['nativeCurrency'], code: 'TRANSFER_FUNDS' | 'TRANSFER_FEE'): TransferError {
  const values = { missing: formatAmount(missing, decimals), symbol }
  return new TransferError(
    code,
    code === 'TRANSFER_FEE'
      ? message('eip155.error.fee', 'The network fee cannot be paid: {missing} {symbol} are missing.', values)
      : message('eip155.error.short', 'This is more than there is: {missing} {symbol} are missing.', values),
  )
}
