import { ChainError } from '@portico/kernel/chain'
import { formatAmount, message, shortenAddress } from '@portico/kernel/text'
import { holdingsOf } from '../assets/balances.js'
import { readMint, readTokenAccount } from '../assets/token-accounts.js'
import { accountsAt } from '../node/node-accounts.js'
import { type NodeAccount, readCount } from '../node/node-answers.js'
import type * as Builder from './build-transaction.js'
import { belongsToOther, holdsOtherToken, missingTokens, unknownToken } from './transfer-errors.js'
import {
  type Ends,
  expectDecimals,
  expectHolder,
  expectLamports,
  type Plan,
} from './transfer-plan.js'

// Size of the smallest token account in bytes.
const accountBytes = 165
// One packet has room for this many token transfers and the other instructions.
const mostSources = 6

/**
 * Plans a token transfer of either program, from as many of the sender's accounts as needed. Opens
 * the recipient's account if missing.
 */
export async function planTokenTransfer(
  ends: Ends,
  mint: string,
  { tokenClient }: typeof Builder,
  signal: AbortSignal,
): Promise<Plan> {
  const { rpc, from, to, amount, recipient } = ends
  const [[mintAccount], held, rent] = await Promise.all([
    accountsAt(rpc, [mint], signal),
    holdingsOf(rpc, from, { mint }, signal),
    rpc.request('getMinimumBalanceForRentExemption', [accountBytes], readCount, signal),
  ])
  const decimals = mintAccount && readMint(mintAccount)
  if (decimals === undefined) throw unknownToken()
  expectDecimals(ends.decimals, decimals)
  expectHolder(recipient)
  const client = await tokenClient(mintAccount?.owner ?? '', mint)
  const { destination, account } = await receiver(ends, mint, client, signal)
  const symbol = shortenAddress(mint)
  const sources = held
    .map(({ pubkey, account }) => ({ address: pubkey, ...account.data.parsed.info }))
    .filter(({ state, address }) => state === 'initialized' && address !== destination)
    .map(({ address, tokenAmount }) => ({ address, amount: tokenAmount.amount }))
    .sort((a, b) => (a.amount > b.amount ? -1 : 1))
    .slice(0, mostSources)
  const has = sources.reduce((sum, source) => sum + source.amount, 0n)
  const before = account ? (readTokenAccount(account)?.amount ?? 0n) : 0n
  const shown = (units: bigint) => ({ amount: formatAmount(units, decimals), symbol })

  return {
    amount(cost) {
      const sent = amount === 'max' ? has : amount
      if (sent > has || sent <= 0n) throw missingTokens(shown(sent - has))
      expectLamports(cost, ends, 'TRANSFER_FEE')
      return sent
    },
    instructions(sent) {
      let left = sent
      const moves = sources.flatMap(source => {
        const part = source.amount < left ? source.amount : left
        left -= part
        return part > 0n
          ? [client.send(from.address, source.address, destination, part, decimals)]
          : []
      })
      return account ? moves : [client.open(from.address, destination, to), ...moves]
    },
    destination,
    deposit: account ? 0n : rent,
    opened: left => (account ? 0n : (left?.lamports ?? rent)),
    // Mints of Token-2022 may deduct a transfer fee.
    arriving(left, sent) {
      const arriving = left ? heldIn(left) - before : sent
      if (arriving < 0n || arriving > sent) throw new ChainError('CHAIN_ANSWER')
      return arriving
    },
    warnings: arriving => {
      const kept = (amount === 'max' ? has : amount) - arriving
      const opens = message(
        'solana.warning.opens',
        'The recipient has no account for this token yet. Opening it is part of the fee.',
      )
      const keeps = message(
        'solana.warning.keeps',
        'This token keeps {amount} {symbol} of what is sent.',
        shown(kept),
      )
      return [...(account ? [] : [opens]), ...(kept > 0n ? [keeps] : [])]
    },
  }
}

const heldIn = (account: NodeAccount): bigint => readTokenAccount(account)?.amount ?? 0n

/**
 * Returns the receiving account: the given one if it is an account of this token, else the
 * associated one. Throws a TransferError.
 */
async function receiver(
  { rpc, to, recipient }: Ends,
  mint: string,
  client: Builder.TokenClient,
  signal: AbortSignal,
): Promise<Receiver> {
  const own = recipient && readTokenAccount(recipient)
  if (own && own.mint !== mint) throw holdsOtherToken()
  if (own) return { destination: to, account: recipient }
  const destination = await client.accountOf(to)
  const [account] = await accountsAt(rpc, [destination], signal)
  if (account && readTokenAccount(account)?.owner !== to) throw belongsToOther()
  return { destination, account }
}
interface Receiver {
  readonly destination: string
  readonly account: NodeAccount | undefined
}
