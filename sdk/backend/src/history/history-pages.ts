import { formatAmount } from '@portico/kernel/text'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Chain } from '../chains/chain.js'
import type { Tables } from '../store/schema.js'
import type { WireTransaction, WireTransfer } from '../wire.js'
import { payeePlaces } from './evm-blocks.js'
import { hasLink } from './token-names.js'

/** Where a page ended. */
interface Place {
  readonly time: number
  readonly chain: string
  readonly block: number
  readonly place: number
}
const entriesPerPage = 50
/**
 * The newest transactions that are searched for those of the account itself. To hide older ones,
 * another party has to pay for that many.
 */
const mostLookedThrough = 20_000
/** Transfers of one transaction in a page: one with thousands would fill a megabyte. */
const transfersPerEntry = 50
const approve = '0x095ea7b3'
const zeroAddress = `0x${'0'.repeat(40)}`

/**
 * A page of what was indexed of an account, newest first; `sent`: only what it signed itself, and
 * what left it of what is vouched for. Undefined for a cursor that is none of ours.
 */
export async function readHistoryPage(
  database: Kysely<Tables>,
  chains: readonly Chain[],
  address: string,
  cursor: string | undefined,
  sent = false,
): Promise<{ readonly entries: readonly WireTransaction[]; readonly next?: string } | undefined> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  if (cursor !== undefined && !after) return undefined
  const ids = chains.map(({ id }) => id)
  let concerned = database
    .selectFrom('participants as p')
    .selectAll()
    .where('p.address', '=', address)
    .where('p.chain', 'in', ids)
  if (after)
    concerned = concerned.where(
      sql<boolean>`(p.time, p.chain, p.block, p.place) < (${after.time}, ${after.chain}, ${after.block}, ${after.place})`,
    )
  let query = database
    .selectFrom(newestFirst(concerned, sent ? mostLookedThrough : entriesPerPage + 1).as('p'))
    .innerJoin('transactions as t', join =>
      join
        .onRef('t.chain', '=', 'p.chain')
        .onRef('t.hash', '=', 'p.hash')
        .onRef('t.time', '=', 'p.time'),
    )
    .select([
      'p.chain',
      'p.block',
      'p.place',
      'p.time',
      't.hash',
      't.sender',
      't.recipient',
      't.nonce',
      't.status',
      't.selector',
      't.payee',
    ])
  if (sent) query = query.where(isOwn(address, chains))
  const found = await newestFirst(query, entriesPerPage + 1).execute()
  const shown = found.slice(0, entriesPerPage)
  const moves = await movesOf(database, shown, address, nthOfTransaction(chains))
  const last = shown.at(-1)
  return {
    entries: shown.map(one =>
      entryOf(one, moves.get(`${one.chain} ${one.hash}`) ?? [], address, chains),
    ),
    ...(found.length > shown.length && last && { next: writeCursor(last) }),
  }
}

/** Of participants, which the query calls `p`. */
const newestFirst = <DB, Table extends keyof DB, Found>(
  query: SelectQueryBuilder<DB, Table, Found>,
  most: number,
) =>
  query
    .orderBy(sql`p.time`, 'desc')
    .orderBy(sql`p.chain`, 'desc')
    .orderBy(sql`p.block`, 'desc')
    .orderBy(sql`p.place`, 'desc')
    .limit(most)

const vouchedTokens = (chains: readonly Chain[]) => [
  'native',
  ...chains.flatMap(({ configuration }) =>
    configuration.tokens.map(({ address }) => address.toLowerCase()),
  ),
]

/**
 * Transactions that no other party can add to a history: signed by the account, or with an outgoing
 * transfer of a listed token (S17).
 */
const isOwn = (
  address: string,
  chains: readonly Chain[],
) => sql<boolean>`(t.sender = ${address} or exists (
  select 1 from transfers f where f.chain = p.chain and f.hash = p.hash and f.time = p.time and f.sender = ${address} and f.token in (${sql.join(vouchedTokens(chains))})))`

type Row = Pick<
  Tables['transactions'],
  'chain' | 'hash' | 'time' | 'sender' | 'recipient' | 'nonce' | 'status' | 'selector' | 'payee'
>
type Move = Pick<
  Tables['transfers'],
  'chain' | 'hash' | 'token' | 'sender' | 'recipient' | 'amount'
> &
  Pick<Tables['tokens'], 'name' | 'symbol' | 'decimals'> & {
    /** What it says of an item that is one of its kind, which `token` names with its id then. */
    readonly item?: { readonly name: string | null; readonly isSpam: boolean }
  }

/**
 * Numbers the transfers of each transaction, listed tokens first, so that a thousand transfers of a
 * hostile token hide neither other transactions nor the listed tokens beside them (S17).
 */
const nthOfTransaction = (chains: readonly Chain[]) =>
  sql<number>`row_number() over (partition by chain, hash order by case when token in (${sql.join(vouchedTokens(chains))}) then 0 else 1 end, place)`.as(
    'nth',
  )

/** What the account sent or received in these transactions. Their times name the months to read. */
const ofAccount = (rows: readonly Row[], address: string) => {
  const chains = [...new Set(rows.map(({ chain }) => chain))]
  const times = [...new Set(rows.map(({ time }) => time))]
  const hashes = rows.map(({ hash }) => hash)
  return sql<boolean>`chain in (${sql.join(chains)}) and hash in (${sql.join(hashes)}) and time in (${sql.join(times)}) and ${address} in (sender, recipient)`
}

type Nth = ReturnType<typeof nthOfTransaction>

async function movesOf(
  database: Kysely<Tables>,
  rows: readonly Row[],
  address: string,
  nth: Nth,
): Promise<ReadonlyMap<string, readonly Move[]>> {
  if (rows.length === 0) return new Map()
  const items = itemsOf(database, rows, address, nth)
  const moves: Promise<readonly Move[]> = database
    .with('own', own =>
      own
        .selectFrom('transfers')
        .select(['chain', 'hash', 'token', 'sender', 'recipient', 'amount', 'place'])
        .select(nth)
        .where(ofAccount(rows, address)),
    )
    .selectFrom('own as f')
    .leftJoin('tokens as k', join =>
      join.onRef('k.chain', '=', 'f.chain').onRef('k.address', '=', 'f.token'),
    )
    .select([
      'f.chain',
      'f.hash',
      'f.token',
      'f.sender',
      'f.recipient',
      'f.amount',
      'k.name',
      'k.symbol',
      'k.decimals',
    ])
    .where('f.nth', '<=', transfersPerEntry)
    .orderBy('f.place')
    .execute()
  const byTransaction = new Map<string, Move[]>()
  for (const move of (await Promise.all([moves, items])).flat()) {
    const key = `${move.chain} ${move.hash}`
    byTransaction.set(key, [...(byTransaction.get(key) ?? []), move])
  }
  return byTransaction
}

/** The ids of most items are small; one of 70 digits helps no reader. */
const longestId = 8

async function itemsOf(
  database: Kysely<Tables>,
  rows: readonly Row[],
  address: string,
  nth: Nth,
): Promise<readonly Move[]> {
  const found = await database
    .with('own', own =>
      own
        .selectFrom('nft_moves')
        .select([
          'chain',
          'hash',
          'token',
          'token_id',
          'sender',
          'recipient',
          'amount',
          'mass',
          'place',
        ])
        .select(nth)
        .where(ofAccount(rows, address)),
    )
    .selectFrom('own as f')
    .leftJoin('tokens as k', join =>
      join.onRef('k.chain', '=', 'f.chain').onRef('k.address', '=', 'f.token'),
    )
    .select([
      'f.chain',
      'f.hash',
      'f.token',
      'f.token_id as id',
      'f.sender',
      'f.recipient',
      'f.amount',
      'f.mass',
      'k.name',
      'k.symbol',
    ])
    .where('f.nth', '<=', transfersPerEntry)
    .orderBy('f.place')
    .execute()
  return found.map(({ id, mass, token, ...move }) => {
    const collection = move.name ?? move.symbol
    const name = collection && id.length <= longestId ? `${collection} #${id}` : collection
    return {
      ...move,
      token: `${token}/${id}`,
      decimals: 0,
      item: { name, isSpam: mass === 1 || hasLink(`${move.name} ${move.symbol}`) },
    }
  })
}

function entryOf(
  row: Row,
  moves: readonly Move[],
  address: string,
  chains: readonly Chain[],
): WireTransaction {
  const chain = chains.find(({ id }) => id === row.chain)
  const real = moves.filter(move => isReal(move, row, address, chain))
  const kind = operationOf(row, real, address, chain)
  // What arrived together with an unverified token is all shown, but separately.
  const operationType =
    /^(?:receive|mint)$/.test(kind) && real.length < moves.length ? 'execute' : kind
  const main =
    operationType === 'send'
      ? real.find(move => isPayment(move, row, address, chain))
      : operationType === 'receive'
        ? real.find(({ recipient }) => recipient === address)
        : undefined
  return {
    id: `${row.chain}:${row.hash}`,
    metadata: {
      operationType,
      hash: row.hash,
      minedAt: new Date(row.time * 1_000).toISOString(),
      // Where nothing was paid: who signed it, and what was called.
      sentFrom: main?.sender ?? row.sender,
      sentTo: main?.recipient ?? row.recipient ?? '',
      status: row.status,
      nonce: row.nonce,
      application: null,
      chain: row.chain,
    },
    transfers: chain
      ? moves.slice(0, transfersPerEntry).map(move => transferOf(move, address, chain))
      : [],
  }
}

function transferOf(
  move: Move,
  address: string,
  { id, native, configuration }: Chain,
): WireTransfer {
  const listed =
    move.token === 'native'
      ? native
      : configuration.tokens.find(token => token.address.toLowerCase() === move.token)
  // By ERC-20 a token need not say its decimals: then its base unit is its unit.
  const decimals = listed?.decimals ?? move.decimals ?? 0
  const symbol = listed?.symbol ?? move.symbol
  const name = listed?.name ?? move.name ?? symbol
  const isNamed = symbol && name && !move.item && (listed !== undefined || !hasLink(symbol))
  return {
    fungible_info: isNamed
      ? {
          name,
          symbol,
          icon: listed?.logoURI ? { url: listed.logoURI } : null,
          address: `${id}:${move.token}`,
        }
      : null,
    nft_info: move.item
      ? { name: move.item.name, content: null, flags: { is_spam: move.item.isSpam } }
      : null,
    direction: move.sender === move.recipient ? 'self' : move.recipient === address ? 'in' : 'out',
    quantity: { numeric: formatAmount(BigInt(move.amount), decimals) },
    value: null,
    price: null,
  }
}

/**
 * True for transfers that are believed. Any contract can emit a log of any transfer (S17): of what
 * left an account without its own call of a contract, only listed tokens are believed.
 */
export function isReal(
  { sender, token, amount }: Pick<Move, 'sender' | 'token' | 'amount'>,
  row: Pick<Row, 'sender' | 'recipient'>,
  address: string,
  chain: Vouching,
): boolean {
  if (sender !== address || (row.sender === address && row.recipient !== address)) return true
  return amount !== '0' && isVouchedFor(token, chain)
}

type Vouching = Pick<Chain, 'configuration'> | undefined
const isVouchedFor = (token: string, chain: Vouching): boolean =>
  token === 'native' ||
  !!chain?.configuration.tokens.some(listed => listed.address.toLowerCase() === token)

/**
 * True when the account named the recipient itself: it paid, or called this token with this payee.
 * Other transfers of its call are only known from logs, which the called contract chooses (S17).
 */
function isPayment(
  { sender: from, recipient: to, token }: Pick<Move, 'sender' | 'recipient' | 'token'>,
  { sender, recipient, selector, payee }: Pick<Row, 'sender' | 'recipient' | 'selector' | 'payee'>,
  address: string,
  chain: Vouching,
): boolean {
  if (from !== address) return false
  // Executed by another account, or by the account's own code: only listed tokens incoming here.
  if (sender !== address || recipient === address) return true
  if (token === 'native') return selector === null
  if (contractOf(token) !== recipient) return false
  // Indexed before payees were stored: a listed token pays the payee of the call.
  return payee === null
    ? Object.hasOwn(payeePlaces, selector ?? '') && isVouchedFor(token, chain)
    : payee === to
}

/** Returns the kind of a transaction for this account, by its believed transfers. */
export function operationOf(
  row: Pick<Row, 'sender' | 'recipient' | 'selector' | 'payee'>,
  real: readonly Pick<Move, 'sender' | 'recipient' | 'token'>[],
  address: string,
  chain: Vouching,
): string {
  const { sender, recipient, selector } = row
  if (sender === address && selector === approve) return 'approve'
  const out = real.filter(move => move.sender === address)
  const incoming = real.filter(move => move.recipient === address && move.sender !== address)
  const isPaid = out.some(move => isPayment(move, row, address, chain))
  // Any contract can add an incoming transfer to a payment, which must not hide the recipient.
  const inReturn = isPaid ? incoming.filter(({ token }) => isVouchedFor(token, chain)) : incoming
  if (out.some(({ token }) => inReturn.some(other => other.token !== token))) return 'trade'
  if (out.length > 0 && out.every(move => move.recipient === zeroAddress)) return 'burn'
  if (out.length > 0) return isPaid ? 'send' : 'execute'
  if (incoming.length > 0)
    return incoming.every(move => move.sender === zeroAddress) ? 'mint' : 'receive'
  // Another account's transaction without a believed transfer.
  if (sender !== address) return 'execute'
  if (recipient === null) return 'deploy'
  return selector === null ? 'send' : 'execute'
}

/** Of an item it stands before its id. */
const contractOf = (token: string): string => token.split('/', 1)[0] ?? token

const writeCursor = ({ time, chain, block, place }: Place): string =>
  Buffer.from(JSON.stringify([time, chain, block, place])).toString('base64url')

export function readCursor(cursor: string): Place | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (!Array.isArray(read) || read.length !== 4) return undefined
    const [time, chain, block, place]: readonly unknown[] = read
    const isNumber = (value: unknown): value is number => Number.isSafeInteger(value)
    return isNumber(time) &&
      typeof chain === 'string' &&
      /^[-_:a-zA-Z0-9]{1,41}$/.test(chain) &&
      isNumber(block) &&
      isNumber(place)
      ? { time, chain, block, place }
      : undefined
  } catch {
    return undefined
  }
}

/** So many of the last transactions of an account tell which tokens it has to do with. */
const transactionsLookedAt = 1_000

/**
 * Tokens that an account has moved by transactions of its own: what others sent it unasked is not
 * among them.
 */
export async function tokensMovedBy(
  database: Kysely<Tables>,
  chain: string,
  address: string,
): Promise<readonly string[]> {
  const found = await database
    .selectFrom(
      database
        .selectFrom('participants')
        .select(['chain', 'hash', 'time'])
        .where('address', '=', address)
        .where('chain', '=', chain)
        .orderBy('time', 'desc')
        .limit(transactionsLookedAt)
        .as('p'),
    )
    .innerJoin('transactions as t', join =>
      join
        .onRef('t.chain', '=', 'p.chain')
        .onRef('t.hash', '=', 'p.hash')
        .onRef('t.time', '=', 'p.time'),
    )
    .innerJoin('transfers as f', join =>
      join
        .onRef('f.chain', '=', 'p.chain')
        .onRef('f.hash', '=', 'p.hash')
        .onRef('f.time', '=', 'p.time'),
    )
    .select('f.token')
    .distinct()
    .where('t.sender', '=', address)
    .where('f.token', '!=', 'native')
    .where(where => where.or([where('f.sender', '=', address), where('f.recipient', '=', address)]))
    .limit(200)
    .execute()
  return found.map(({ token }) => token)
}
