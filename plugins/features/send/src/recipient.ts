/** Resolves typed text to a recipient: an address of this chain, or a name that leads to one. */
import { withTimeout } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import { historyPageEndpoint } from '@portico/kernel/backend'
import {
  type ActivityEntry,
  type ActivityPage,
  activityCapability,
  addressesCapability,
  namesCapability,
} from '@portico/kernel/capabilities'
import { AddressError, chainsSlot, type NetworkId, networkOf } from '@portico/kernel/chain'
import { liveConnections } from '@portico/kernel/session'
import {
  displayText,
  type Message,
  ModalError,
  message,
  unloadedMessage,
} from '@portico/kernel/text'
import { walletProblem } from '@portico/kernel/wallet'
import { lookAlike } from './look-alike.js'
import type { SendContext } from './refs.js'
import type { Recipient } from './send.js'
import { hasPaid, recents, sentTransfers } from './sent-transfers.js'

/** The active place of the sender. */
export interface Place {
  readonly account: Account
  readonly network: NetworkId
}
/** `isSecret`: the text is a private key, which has to be erased from the form. */
export type Recognised = Recipient & { readonly isSecret?: boolean }

/**
 * Resolves `text`, which is never empty, to a recipient. Rejects only when the signal is aborted.
 */
export async function recognise(
  context: SendContext,
  text: string,
  place: Place,
  signal: AbortSignal,
): Promise<Recognised> {
  try {
    const found = await addressOf(context, text, place, signal)
    signal.throwIfAborted()
    if (!found)
      return {
        name: 'refused',
        problem: message('send.problem.unknownName', 'This name is not registered.'),
      }
    const { address, warning, called } = found
    const isSelf = address === place.account.address
    // An address that was paid from here before is no look-alike.
    const isFriend = isSelf || recents(context, place.network).some(({ to }) => to === address)
    const known = isFriend ? new Set<string>() : knownAddresses(context, place, signal)
    const [profile, others] = await Promise.all([
      called ?? nameOf(context, address, place, signal),
      known,
    ])
    signal.throwIfAborted()
    const resembles = lookAlike(address, others)
    // The history has payments to both addresses, so only the person knows which one is meant.
    const isDouble = resembles !== undefined && others.has(address)
    return {
      name: 'known',
      address,
      ...(profile && { profile }),
      warnings: [
        ...(isSelf
          ? [message('send.warning.self', 'This is your own address: you would send to yourself.')]
          : []),
        ...(isDouble
          ? [
              message(
                'send.warning.double',
                'You have paid two addresses that look alike. Compare every character.',
              ),
            ]
          : resembles
            ? [
                message(
                  'send.warning.lookAlike',
                  'This address looks like one you know, but it is a different one. Compare every character.',
                ),
              ]
            : []),
        ...(warning ? [warning] : []),
      ],
      ...(resembles && { resembles }),
      ...(isDouble && { isDouble }),
    }
  } catch (error) {
    signal.throwIfAborted()
    const isSecret = error instanceof AddressError && error.code === 'ADDRESS_IS_SECRET'
    if (isSecret) {
      const problem = await problemOfSecret(context, error, text, place, signal)
      return { name: 'refused', problem, isSecret }
    }
    const canRetry = !(error instanceof AddressError)
    return {
      name: 'refused',
      problem: await problemOf(context, error, text, place, signal),
      ...(canRetry && { canRetry }),
    }
  }
}

type Found = {
  readonly address: string
  readonly warning?: Message
  readonly called?: { readonly name: string; readonly imageUrl?: string }
}

/**
 * Returns the address of a name; undefined for a name without an account. Throws an AddressError,
 * and the errors of a name service.
 */
async function addressOf(
  context: SendContext,
  text: string,
  { network }: Place,
  signal: AbortSignal,
): Promise<Found | undefined> {
  const chain = context.capability(addressesCapability, network)
  if (!chain) throw new AddressError('ADDRESS_MALFORMED')
  const services = chain.looksLike(text)
    ? []
    : context.capabilities(namesCapability, network).filter(({ value }) => value.looksLike(text))
  if (!services.length) return chain.parse(text, network, signal)
  for (const { value } of services) {
    const address = await value.resolve(text, network, signal)
    if (address === undefined) continue
    const called = displayText(text)
    return {
      ...(await chain.parse(address, network, signal)),
      ...(called && { called: { name: called } }),
    }
  }
  return undefined
}

/**
 * Finds the name of an address by a service that resolves both directions. A failing service is
 * ignored.
 */
async function nameOf(
  context: SendContext,
  address: string,
  { network }: Place,
  signal: AbortSignal,
): Promise<Found['called']> {
  for (const { value } of context.capabilities(namesCapability, network)) {
    const found = await value.reverse?.(address, network, signal).catch(error => {
      if (!signal.aborted) context.report(error)
    })
    const name = displayText(found?.name)
    if (name) return { name, ...(found?.imageUrl && { imageUrl: found.imageUrl }) }
  }
  return undefined
}

/**
 * Returns own accounts, recipients of transfers from here, and recipients in the history: an
 * address that resembles one of them gets a warning (decision 28).
 */
async function knownAddresses(
  context: SendContext,
  place: Place,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const own = liveConnections(context).flatMap(({ namespace, accounts }) =>
    namespace === place.account.namespace ? accounts.map(({ address }) => address) : [],
  )
  const paid = sentTransfers(context).flatMap(transfer => (hasPaid(transfer) ? transfer.to : []))
  return new Set([...own, ...paid, ...(await paidBefore(context, place, signal))])
}

/**
 * Pages that are requested in a row while they contain no payment: what third parties send in must
 * not hide earlier recipients (threat S17).
 */
const mostPages = 4

/** The longest wait for them, in milliseconds. */
const timeoutMs = 10_000

/**
 * By the service that keeps a history here; without one, or when it is down, by the chain itself.
 */
function paidBefore(
  context: SendContext,
  { account, network }: Place,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const search = async (signal: AbortSignal) => {
    const chain = context.capability(activityCapability, network)
    const fromBackend = (cursor?: string) =>
      context
        .call(
          historyPageEndpoint,
          { account, network, sent: true, ...(cursor && { cursor }) },
          signal,
        )
        .then(({ value }) => value)
    const fromChain = async (cursor?: string) => chain?.page(account, network, cursor, signal)
    let ask: (cursor?: string) => Promise<ActivityPage | undefined> = fromBackend
    let page = await fromBackend().catch(() => {
      ask = fromChain
      return fromChain()
    })
    for (let pages = 1; ; pages++) {
      const paid =
        page?.entries.flatMap(entry => (isPayment(entry, account) ? entry.metadata.sentTo : [])) ??
        []
      if (paid.length || !page?.next || pages === mostPages) return paid
      page = await ask(page.next)
    }
  }
  return withTimeout(search, timeoutMs, signal).catch((error: unknown) => {
    if (!signal.aborted) context.report(error)
    return []
  })
}

/**
 * Transfers of nothing, of dust that came in, and what contracts say of a call are how third
 * parties get their address in here.
 */
const isPayment = ({ metadata, transfers }: ActivityEntry, { address }: Account): boolean =>
  metadata.operationType === 'send' &&
  metadata.sentFrom === address &&
  transfers.some(({ direction, quantity }) => direction === 'out' && /[1-9]/.test(quantity.numeric))

/** Returns the problem of an address, with the name of the chain that it belongs to. */
async function problemOf(
  context: SendContext,
  error: unknown,
  text: string,
  place: Place,
  signal: AbortSignal,
): Promise<Message> {
  if (!(error instanceof AddressError)) {
    context.report(error)
    if (walletProblem(error).kind === 'unloaded') return unloadedMessage
    return error instanceof ModalError
      ? error.userMessage
      : message(
          'send.problem.name',
          'This name could not be looked up. Try again, or use the address.',
        )
  }
  if (error.code !== 'ADDRESS_MALFORMED' && error.code !== 'ADDRESS_WRONG_CHAIN')
    return error.userMessage
  const chain = await otherChainOf(context, text, place, signal)
  return chain === undefined
    ? error.userMessage
    : message(
        'send.problem.chain',
        'This is an address of {chain}. Nothing can be sent to it on {network}.',
        { chain, network: nameOfNetwork(context, place) },
      )
}

/** The text looks like a private key here, but may be an address of another chain. */
async function problemOfSecret(
  context: SendContext,
  error: AddressError,
  text: string,
  place: Place,
  signal: AbortSignal,
): Promise<Message> {
  const chain = await otherChainOf(context, text, place, signal)
  return chain === undefined
    ? error.userMessage
    : message(
        'send.problem.secretOrChain',
        'This is a private key, or an address of {chain}. On {network} neither can be paid.',
        { chain, network: nameOfNetwork(context, place) },
      )
}

const nameOfNetwork = (context: SendContext, { network }: Place): string =>
  displayText(networkOf(context, network)?.name) ?? network

/** Resolves with the name of another chain that this text is an address of. */
async function otherChainOf(
  context: SendContext,
  text: string,
  { account }: Place,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const { id, name, networks } of context.items(chainsSlot)) {
    if (id === account.namespace) continue
    const other = context.capability(addressesCapability, networks[0].caipNetworkId)
    if (!other?.looksLike(text)) continue
    const isIts = await other.parse(text, networks[0].caipNetworkId, signal).then(
      () => true,
      () => false,
    )
    if (isIts) return name
  }
  return undefined
}
