/**
 * The route over Jupiter: two requests to its service. Its transaction is parsed, compared with the
 * request, and simulated.
 */
import { type Http, HttpAnswerError, HttpError } from '@portico/kernel/backend'
import type { SwapQuoteRequest, SwapQuotes } from '@portico/kernel/capabilities'
import { type NetworkId, parseAssetId, solanaTransaction } from '@portico/kernel/chain'
import { SwapError } from '../../errors.js'
import { promisedOf } from '../shared/promised-amount.js'
import { countsOtherwise } from '../uniswap/decimals.js'
import { readQuote, readSwap } from './answers.js'
import { type JupiterFault, type Order, readOrder, type Shown, wrappedCoin } from './check.js'
import {
  createNode,
  decimalsIn,
  type Node,
  type State,
  type TokenAccount,
  tableIn,
  tokenAccountIn,
} from './node.js'
import { type Message, named, readTransaction } from './wire.js'

const name = 'Jupiter'
const goodForMs = 30_000
// A transaction is valid for so many blocks after the block that it names; nodes differ in their
// newest block.
const lastsForBlocks = 150n
/** The highest deposit of a token account, in lamports: accounts of Token-2022 are larger. */
const [deposit, mostDeposit] = [2_039_280n, 3_000_000n] as const

/**
 * Creates the route. `quote` throws a SwapError when the swap is impossible or the answer differs
 * from the request, and an HttpError or a ChainError without an answer.
 */
export function createJupiterRoute(
  http: Http,
  url: string,
  urls: readonly string[],
  network: NetworkId,
): SwapQuotes['quote'] {
  const node = createNode(urls, network)
  const base = `${url.replace(/\/+$/, '')}/swap/v1`

  return async (quoteRequest, signal) => {
    const [from, to] = [mintOf(quoteRequest.from, network), mintOf(quoteRequest.to, network)]
    if (from === to || quoteRequest.amount <= 0n) throw new SwapError('SWAP_NO_ROUTE')
    const account = quoteRequest.account.address
    const query = {
      inputMint: from,
      outputMint: to,
      amount: String(quoteRequest.amount),
      slippageBps: quoteRequest.slippageBasisPoints,
      swapMode: 'ExactIn',
    }
    const way = await http.get(`${base}/quote`, { query, read: readQuote, signal }).catch(orNoRoute)
    // Jupiter wraps and unwraps the coin only when the person has seen the coin, not the wrapped
    // coin.
    const body = {
      quoteResponse: way.quote,
      userPublicKey: account,
      wrapAndUnwrapSol: isOfCoin(quoteRequest),
    }
    const built = await http.post(`${base}/swap`, { body, read: readSwap, signal }).catch(notBuilt)

    const compact = built.bytes && readTransaction(built.bytes)
    if (!compact) throw refused('unreadable')
    const [found, height] = await Promise.all([
      node.states([...compact.tables, from, to], signal),
      node.height(signal),
    ])
    const tables = new Map(compact.tables.map((table, at) => [table, found[at]]))
    const message = named(compact, (table, place) => tableIn(tables.get(table), place))
    if (!message) throw refused('unreadable')
    if (
      quoteRequest.decimals &&
      [quoteRequest.decimals.from, quoteRequest.decimals.to].some(
        (shown, at) => decimalsIn(found[compact.tables.length + at]) !== shown,
      )
    )
      throw countsOtherwise()

    const shown: Shown = {
      account,
      from,
      to,
      amount: quoteRequest.amount,
      slippageBasisPoints: quoteRequest.slippageBasisPoints,
    }
    const order = readOrder(message, shown)
    if (typeof order === 'string') throw refused(order)
    const { toAmount, minimum } = promisedOf(
      way.toAmount,
      order.minimum,
      quoteRequest.slippageBasisPoints,
    )
    if (order.minimum < minimum || order.minimum > toAmount) throw refused('minimum')

    const lastValid = lastValidOf(built.lastValidBlockHeight, height)
    if (lastValid === undefined) throw refused('deadline')

    const { simulated, opens } = await tryIt(
      node,
      { quoteRequest, shown, order, message, minimum, wire: built.wire },
      signal,
    )
    const draft = solanaTransaction.draft(network, {
      wire: built.bytes as Uint8Array,
      lastValidBlockHeight: lastValid,
    })
    return {
      toAmount,
      minimumReceived: minimum,
      steps: [{ kind: 'swap', draft }],
      cost: { kind: 'native', amount: order.fee + opens * deposit },
      impact: admitted(way.lost),
      simulated,
      expiresAt: Date.now() + goodForMs,
    }
  }
}

/**
 * Trusts a stated loss of a tenth or more, because a service has no reason to invent one. A smaller
 * stated loss proves nothing (threat S21): the loss is then unknown, and without prices the swap
 * needs a second confirmation.
 */
const admitted = (lost: bigint | undefined): bigint | undefined =>
  lost !== undefined && lost >= 10n * 10n ** 12n ? lost : undefined
/**
 * Returns the last block that may contain the transaction, never earlier than the network allows:
 * if the page gave up too early, the person would swap twice. Undefined when the service states an
 * impossible block.
 */
function lastValidOf(said: bigint, height: bigint): bigint | undefined {
  if (said <= height || said > height + 2n * lastsForBlocks) return undefined
  return said > height + lastsForBlocks ? said : height + lastsForBlocks
}

interface Deal {
  readonly quoteRequest: SwapQuoteRequest
  readonly shown: Shown
  readonly order: Order
  readonly message: Message
  readonly minimum: bigint
  readonly wire: string
}
/**
 * Compares accounts and balances before and after a simulation. Throws a SwapError when the
 * simulation fails, takes more than the sold amount, gives less than the minimum, or sells from an
 * account of another token. Without a sufficient balance nothing can be simulated: the form then
 * shows the missing balance.
 */
async function tryIt(
  node: Node,
  deal: Deal,
  signal: AbortSignal,
): Promise<{ readonly simulated: boolean; readonly opens: bigint }> {
  const { quoteRequest, shown, order, message, minimum, wire } = deal
  const all = [...new Set([shown.account, order.source, order.destination, ...message.writable])]
  // The balance is read from the chain, because a transaction that leaves an account out would make
  // it look empty, and skip the simulation.
  const [states, held] = await Promise.all([
    node.states(all, signal),
    quoteRequest.from === 'native' ? undefined : node.holdings(shown.account, shown.from, signal),
  ])
  const stateAt = (address: string) => states[all.indexOf(address)]
  const isOwn = (address: string) => tokenAccountIn(stateAt(address))?.owner === shown.account
  const mintAt = (address: string) =>
    order.opened.get(address) ??
    (isOwn(address) ? tokenAccountIn(stateAt(address))?.mint : undefined)
  // Jupiter sells from, and pays to, any token account, so both accounts are checked here.
  if (mintAt(order.destination) !== shown.to) throw refused('recipient')
  if (
    (stateAt(order.source) || order.opened.has(order.source)) &&
    mintAt(order.source) !== shown.from
  )
    throw refused('token')
  const watched = all.filter(
    address =>
      [shown.account, order.source, order.destination].includes(address) ||
      order.opened.has(address) ||
      isOwn(address),
  )
  // A swap of the coin closes the account of the wrapped coin again, which returns the deposit.
  const isClosed = (mint: string) => isOfCoin(quoteRequest) && mint === wrappedCoin
  const opens = BigInt(
    [...order.opened].filter(([address, mint]) => !isClosed(mint) && !stateAt(address)).length,
  )

  const owned = held ?? stateAt(shown.account)?.lamports ?? 0n
  if (owned < quoteRequest.amount) return { simulated: false, opens }

  const { after, failure } = await node.attempt(wire, watched, signal)
  if (failure !== undefined) throw new SwapError('SWAP_FAILS', { reason: failure })
  const before = watched.map(stateAt)
  const fault = faultOfChange(deal, watched, before, after)
  if (fault) throw refused(fault)
  const coins = changeOfCoins(deal, before, after)
  const most = order.fee + opens * mostDeposit
  if (quoteRequest.from === 'native' ? coins < -(quoteRequest.amount + most) : coins < -most)
    throw refused('value')
  const [gone, come] = [
    -changeOf(shown.from, shown.account, before, after),
    changeOf(shown.to, shown.account, before, after),
  ]
  if (quoteRequest.from !== 'native' && gone > quoteRequest.amount) throw refused('amount')
  if ((quoteRequest.to === 'native' ? coins + most : come) < minimum) throw refused('recipient')
  return { simulated: true, opens }
}

/** Finds a token account of the person that loses tokens, changes its owner, or gets a delegate. */
function faultOfChange(
  { shown, order }: Deal,
  watched: readonly string[],
  before: readonly (State | undefined)[],
  after: readonly (State | undefined)[],
): JupiterFault | undefined {
  const isOwn = (tokenAccount: TokenAccount | undefined) => tokenAccount?.owner === shown.account
  const isLost = (address: string, at: number) => {
    const [was, is] = [tokenAccountIn(before[at]), tokenAccountIn(after[at])]
    if (isOwn(is) && is?.isDelegated && !was?.isDelegated) return true
    if (!was || !isOwn(was)) return false
    // The balance of the wrapped coin's account returns as the coin, and counts as the coin.
    const isWrapped = order.opened.get(address) === wrappedCoin
    if (!is) return !isWrapped
    return (
      !isOwn(is) ||
      is.mint !== was.mint ||
      (is.amount < was.amount && was.mint !== shown.from && !isWrapped)
    )
  }
  return watched.some(isLost) ? 'transfer' : undefined
}
const isOfCoin = ({ from, to }: SwapQuoteRequest): boolean => from === 'native' || to === 'native'
/**
 * Lamports that the person has more than before. What leaves their accounts of the wrapped coin is
 * missing, what is left in them was not shown.
 */
function changeOfCoins(
  { quoteRequest, shown }: Deal,
  before: readonly (State | undefined)[],
  after: readonly (State | undefined)[],
): bigint {
  const lamports = ([account]: readonly (State | undefined)[]) => account?.lamports ?? 0n
  const wrapped = (states: readonly (State | undefined)[]) =>
    states.reduce((sum, state) => {
      const tokenAccount = tokenAccountIn(state)
      return tokenAccount?.mint === wrappedCoin && tokenAccount.owner === shown.account
        ? sum + (state?.lamports ?? 0n)
        : sum
    }, 0n)
  const unwrapped = isOfCoin(quoteRequest) ? wrapped(before) - wrapped(after) : 0n
  return lamports(after) - lamports(before) - (unwrapped > 0n ? unwrapped : 0n)
}
function changeOf(
  mint: string,
  owner: string,
  before: readonly (State | undefined)[],
  after: readonly (State | undefined)[],
): bigint {
  const sum = (states: readonly (State | undefined)[]) =>
    states
      .map(tokenAccountIn)
      .filter(
        (tokenAccount): tokenAccount is TokenAccount =>
          tokenAccount?.mint === mint && tokenAccount.owner === owner,
      )
      .reduce((total, tokenAccount) => total + tokenAccount.amount, 0n)
  return sum(after) - sum(before)
}

const refused = (fault: JupiterFault): SwapError =>
  new SwapError('SWAP_REFUSED', { route: name, fault })
/** Returns the mint of a token. Throws a SwapError for an asset of another network (threat S24). */
function mintOf(asset: SwapQuoteRequest['from'], network: NetworkId): string {
  if (asset === 'native') return wrappedCoin
  const parsed = parseAssetId(asset)
  if (parsed?.network !== network || !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(parsed.assetReference))
    throw new SwapError('SWAP_NO_ROUTE')
  return parsed.assetReference
}
/** Jupiter answers 400 without a route, and for an unknown token. */
function orNoRoute(error: unknown): never {
  throw error instanceof HttpError && error.status !== undefined && error.status < 429
    ? new SwapError('SWAP_NO_ROUTE', { cause: error })
    : error
}
function notBuilt(error: unknown): never {
  throw error instanceof HttpError || error instanceof HttpAnswerError
    ? new SwapError('SWAP_TRANSACTION', { cause: error })
    : error
}
