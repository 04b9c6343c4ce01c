import { dearMessage, type Transfers } from '@portico/kernel/capabilities'
import { solanaTransaction } from '@portico/kernel/chain'
import { addresses } from '../addresses/addresses.js'
import { mintOf } from '../assets/assets.js'
import { readTokenAccount } from '../assets/token-accounts.js'
import { accountsAt } from '../node/node-accounts.js'
import { readBlockhash, readCount } from '../node/node-answers.js'
import { commitment, type RpcOf } from '../node/rpc.js'
import { priorityPrice } from './priority.js'
import { feeOf, simulate } from './simulation.js'
import { planSolTransfer } from './sol-transfer.js'
import { planTokenTransfer } from './token-transfer.js'
import { unknownToken } from './transfer-errors.js'

// The fee of one signature, without a priority fee.
const baseFee = 5000n
// Maximum compute units of one transaction.
const mostUnits = 1_400_000
// A transaction uses what its simulation used, unless the accounts change in between.
const margin = 1.1
// Wallets add their own small instructions (guards).
const spareUnits = 1000
// One node names the priority fee, unverified, so a fee of more than a tenth of the amount raises a
// warning.
const dearFrom = 10n

/**
 * Drafts transfers of SOL, and of tokens of SPL Token and Token-2022. Simulates them before the
 * wallet prompt (decision 28).
 */
export function createTransfers(rpcOf: RpcOf): Transfers {
  return {
    async prepare(intent, signal) {
      signal.throwIfAborted()
      const { from, network, asset, speed = 'normal' } = intent
      const rpc = rpcOf(network)
      const { address: to, warning } = await addresses.parse(intent.to, network, signal)
      const mint = mintOf(asset, network)
      if (asset !== 'native' && !mint) throw unknownToken()

      const [code, [sender, recipient], leastLamports, lifetime, priceFor] = await Promise.all([
        import('./build-transaction.js'),
        accountsAt(rpc, [from.address, to], signal),
        rpc.request('getMinimumBalanceForRentExemption', [0], readCount, signal),
        rpc.request('getLatestBlockhash', [{ commitment }], readBlockhash, signal),
        priorityPrice(rpc, [from.address, to], speed, signal),
      ])
      const ends = {
        rpc,
        from,
        to,
        amount: intent.amount,
        decimals: intent.decimals,
        sender,
        recipient,
        leastLamports,
      }
      const plan = mint
        ? await planTokenTransfer(ends, mint, code, signal)
        : planSolTransfer(ends, code)

      const build = (units: number, price: bigint, amount: bigint) =>
        code.buildTransaction(from.address, lifetime, { units, price }, plan.instructions(amount))
      const tried = plan.amount(baseFee + plan.deposit)
      const trial = await simulate(rpc, build(mostUnits, 0n, tried), [plan.destination], signal)
      const used = Number(trial.unitsConsumed ?? 0n)
      const units = used ? Math.min(mostUnits, Math.ceil(used * margin) + spareUnits) : mostUnits
      const price = priceFor(units)
      const networkFee = await feeOf(rpc, build(units, price, tried), signal)
      const fee = networkFee + plan.opened(trial.accounts?.[0])
      const amount = plan.amount(fee)
      const arriving = plan.arriving(trial.accounts?.[0], amount)

      const isDear = asset === 'native' && networkFee * dearFrom > amount
      const warnings = [
        ...(warning && !(recipient && readTokenAccount(recipient)) ? [warning] : []),
        ...plan.warnings(arriving, fee),
        ...(isDear ? [dearMessage] : []),
      ]
      return {
        draft: solanaTransaction.draft(network, {
          wire: build(units, price, amount),
          lastValidBlockHeight: lifetime.lastValidBlockHeight,
        }),
        fee: {
          kind: 'native',
          amount: fee,
          ...(price > 0n && { rate: { value: String(price), unit: 'microlamports per unit' } }),
        },
        amount: arriving,
        speeds: ['slow', 'normal', 'fast'],
        ...(warnings.length && { warnings }),
      }
    },
  }
}
