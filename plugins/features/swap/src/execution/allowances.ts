import {
  messagesCapability,
  type PermitStep,
  type SignedPermit,
  type SwapStep,
} from '@portico/kernel/capabilities'
import { ChainError, type Draft } from '@portico/kernel/chain'
import { connectionService } from '@portico/kernel/session'
import { toastsService } from '@portico/kernel/shell'
import { allDigits, displaySymbol, message } from '@portico/kernel/text'
import { isEntryOf, isPlainWord, outboxEntries, outboxService } from '@portico/kernel/transactions'
import { failedRequest } from '@portico/kernel/wallet'
import { SwapError } from '../errors.js'
import { formatTokenAmount, recordedIn } from '../quoting/format-amount.js'
import { restoreSwaps, type SwapContext } from '../refs.js'
import { placeOf, routesOf } from '../select.js'
import type { SwapRequest, UnusedApproval } from '../swap.js'
import { swapKind, unusedApprovals } from './sent-swaps.js'
import { complain } from './swap-failure.js'
import { hashOf, type Live, type Place, type SubmitOptions, submit } from './swap-requests.js'

// Smart accounts sign with the call that creates them (ERC-6492).
const longestSignature = 65_536
/**
 * Requests a permit. A signature alone moves nothing, so a failed request leaves no open request.
 */
export async function signPermit(
  context: SwapContext,
  { quoteRequest, source }: Live,
  step: PermitStep,
): Promise<SignedPermit> {
  const chain = context.capability(messagesCapability, quoteRequest.network)
  const via = walletOf(context, quoteRequest)
  const data: SwapRequest = {
    kind: 'permit',
    sold: formatTokenAmount(context, quoteRequest.amount, source, allDigits),
    bought: '',
  }
  const close = await context.use(outboxService).open({
    kind: swapKind,
    data,
    isAllowance: true,
    account: quoteRequest.account,
    network: quoteRequest.network,
  })
  try {
    const signed = await chain?.signTyped?.(via, quoteRequest.account, step.typed, context.signal)
    if (!signed) throw new ChainError('WALLET_UNSUPPORTED')
    if (!isPlainWord(signed.signature, longestSignature)) throw new ChainError('WALLET_ANSWER')
    return { step, signature: signed.signature }
  } catch (error) {
    if (context.signal.aborted || failedRequest(error) === 'refused') throw error
    const sentence = message(
      'swap.error.permit',
      'Your wallet returned no usable signature. Nothing was swapped: a signature alone moves nothing.',
    )
    throw new SwapError('SWAP_WALLET', { sentence, cause: error })
  } finally {
    close()
  }
}
function walletOf(context: SwapContext, { account, network }: Place) {
  const via = context.use(connectionService).require(account)
  if (via.network !== network) throw new ChainError('WALLET_NETWORK')
  return via
}

/**
 * Sends an approval and waits for its confirmation. A confirmed approval stays valid even when the
 * swap fails later. Throws a SwapError when the approval fails.
 */
export async function allow(
  context: SwapContext,
  { quoteRequest, route, source }: Live,
  step: Exclude<SwapStep, PermitStep | { kind: 'swap' }>,
  options: SubmitOptions,
  isSent: (hash: string) => void,
) {
  const { token, spender, amount } = step.approval
  const approval: SwapRequest = {
    kind: step.kind,
    sold:
      amount === 'unlimited'
        ? `∞ ${displaySymbol(source.symbol)}`
        : formatTokenAmount(context, amount, source, allDigits),
    bought: '',
    approval: {
      owner: quoteRequest.account.address,
      token,
      to: quoteRequest.to,
      route: route.id,
      spender,
      units: String(amount),
    },
  }
  await carryOut(
    context,
    quoteRequest,
    approval,
    step.draft,
    options,
    hash => options.isWanted() && isSent(hash),
  )
}
/** Sends an approval, and waits for its confirmation. */
async function carryOut(
  context: SwapContext,
  place: Place,
  approval: SwapRequest,
  draft: Draft,
  options: SubmitOptions,
  isSent: (hash: string) => void,
): Promise<void> {
  const which = {
    hash: hashOf(await submit(context, place, approval, draft, options)),
    network: place.network,
  }
  isSent(which.hash)
  const outcome = await context.use(outboxService).outcome(which)
  const differs = outboxEntries(context, swapKind).find(one => isEntryOf(one, which))?.differs
  if (outcome?.status !== 'confirmed' || differs) throw new SwapError('SWAP_APPROVAL')
}
export async function revoke(
  context: SwapContext,
  which: Pick<UnusedApproval, 'network' | 'token' | 'spender'>,
): Promise<void> {
  const place = placeOf(context)
  const { token, spender } = which
  try {
    await restoreSwaps(context)
    const left =
      place &&
      unusedApprovals(context, place.network, place.account.address).find(
        one => one.token === token && one.spender === spender,
      )
    const route = routesOf(context).find(({ id }) => id === left?.route)
    const draft = left && (await route?.value.revoke?.(place.network, left, context.signal))
    if (!draft) throw new SwapError('SWAP_APPROVAL')
    const approval = { owner: left.owner, token, route: left.route, spender, units: '0' }
    await carryOut(
      context,
      place,
      { kind: 'reset', sold: left.amount, bought: '', approval },
      draft,
      { isWanted: () => true, beside: true },
      () => undefined,
    )
    context.use(toastsService).success(
      message('swap.status.revoked', 'Your approval of {amount} is revoked', {
        amount: recordedIn(context)(left.amount),
      }),
    )
  } catch (error) {
    complain(context, error)
  }
}
