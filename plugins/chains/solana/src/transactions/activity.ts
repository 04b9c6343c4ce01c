import type { Account } from '@portico/kernel/account'
import type { Activity, ActivityEntry, ActivityTransfer } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import { formatAmount, shortenAddress } from '@portico/kernel/text'
import { type NodeTransaction, readSignatures, readTransaction } from '../node/node-answers.js'
import { commitment, type Rpc, type RpcOf } from '../node/rpc.js'

const entriesPerPage = 20

/**
 * Past transactions, described by how they changed the account. Each needs a separate request,
 * because nodes have no list with details.
 */
export function createActivity(rpcOf: RpcOf): Activity {
  return {
    async page(account, network, cursor, signal) {
      const rpc = rpcOf(network)
      const options = { limit: entriesPerPage, commitment, ...(cursor && { before: cursor }) }
      const signatures = await rpc.request(
        'getSignaturesForAddress',
        [account.address, options],
        readSignatures,
        signal,
      )
      const entries = await Promise.all(
        signatures.map(({ signature }) => entryOf(rpc, account, network, signature, signal)),
      )
      const last = signatures.at(-1)?.signature
      return {
        entries: entries.flatMap(entry => entry ?? []),
        ...(signatures.length === entriesPerPage && last && { next: last }),
      }
    },
  }
}

async function entryOf(
  rpc: Rpc,
  { address }: Account,
  network: NetworkId,
  hash: string,
  signal: AbortSignal,
): Promise<ActivityEntry | undefined> {
  const options = { encoding: 'json', commitment, maxSupportedTransactionVersion: 0 }
  const transaction = await rpc.request('getTransaction', [hash, options], readTransaction, signal)
  if (!transaction) return undefined
  const moves = movesIn(transaction, rpc)
  const own = moves.filter(move => move.holder === address && move.change !== 0n)
  const [main] = own
  const other =
    main &&
    moves.find(
      move =>
        move.asset === main.asset &&
        move.holder !== address &&
        move.change > 0n !== main.change > 0n,
    )
  const { header, accountKeys } = transaction.transaction.message
  const payer = accountKeys[0] ?? address
  // A token's creator may keep the right to move it out of any account (S17), so what left without
  // the account's signature is no payment of it.
  const isTaken =
    !accountKeys.slice(0, header.numRequiredSignatures).includes(address) &&
    own.some(({ asset, change }) => asset !== 'native' && change < 0n)
  const operationType = !main || isTaken ? 'execute' : main.change > 0n ? 'receive' : 'send'
  return {
    id: hash,
    metadata: {
      minedAt: new Date(Number(transaction.blockTime ?? 0n) * 1000).toISOString(),
      chain: network,
      operationType,
      status:
        transaction.meta.err === null || transaction.meta.err === undefined
          ? 'confirmed'
          : 'failed',
      sentFrom:
        operationType === 'send'
          ? address
          : operationType === 'receive'
            ? (other?.holder ?? payer)
            : payer,
      sentTo:
        operationType === 'send'
          ? (other?.holder ?? '')
          : operationType === 'receive'
            ? address
            : '',
      hash,
    },
    transfers: own.map(({ asset, change, decimals, name, symbol }): ActivityTransfer => {
      const amount = change > 0n ? change : -change
      return {
        direction: change > 0n ? 'in' : 'out',
        fungible_info: {
          name,
          symbol,
          asset: asset === 'native' ? asset : `${network}/token:${asset}`,
        },
        quantity: { numeric: formatAmount(amount, decimals) },
      }
    }),
  }
}

interface Move {
  readonly holder: string
  readonly asset: string
  /** Base units: the difference in the holder's balance. */
  readonly change: bigint
  readonly decimals: number
  readonly name: string
  readonly symbol: string
}

/** Lists who received and who gave what. Excludes the fee. */
function movesIn(
  { transaction, meta }: NodeTransaction,
  { network: { nativeCurrency } }: Rpc,
): readonly Move[] {
  const keys = [
    ...transaction.message.accountKeys,
    ...(meta.loadedAddresses?.writable ?? []),
    ...(meta.loadedAddresses?.readonly ?? []),
  ]
  const lamports = keys.flatMap((holder, index): readonly Move[] => {
    const change =
      (meta.postBalances[index] ?? 0n) -
      (meta.preBalances[index] ?? 0n) +
      (index === 0 ? meta.fee : 0n)
    return change === 0n ? [] : [{ holder, asset: 'native', change, ...nativeCurrency }]
  })
  const tokens = new Map<string, Move>()
  const count = (balances: NodeTransaction['meta']['preTokenBalances'], sign: bigint) => {
    for (const { mint, owner, uiTokenAmount } of balances ?? []) {
      if (!owner) continue
      const shown = shortenAddress(mint)
      const before = tokens.get(`${owner} ${mint}`)?.change ?? 0n
      const change = before + sign * uiTokenAmount.amount
      tokens.set(`${owner} ${mint}`, {
        holder: owner,
        asset: mint,
        change,
        decimals: uiTokenAmount.decimals,
        name: shown,
        symbol: shown,
      })
    }
  }
  count(meta.preTokenBalances, -1n)
  count(meta.postTokenBalances, 1n)
  // A token transfer matters more than the rent of its accounts.
  return [...tokens.values(), ...lamports].filter(({ change }) => change !== 0n)
}
