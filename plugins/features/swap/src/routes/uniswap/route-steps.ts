/**
 * The transactions of a swap as steps. Each one passes the checks for untrusted transactions first,
 * as the last check before a wallet.
 */
import type { PermitStep, SwapQuoteRequest, SwapStep } from '@portico/kernel/capabilities'
import {
  type AssetId,
  type Eip155Transaction,
  eip155Transaction,
  type Hex,
  type NetworkId,
} from '@portico/kernel/chain'
import { SwapError } from '../../errors.js'
import {
  faultOfApproval,
  faultOfPermit,
  faultOfSwap,
  longestDeadline,
  type Shown,
  type Trusted,
} from './check.js'
import { type PermitFacts, typedPermit } from './permit.js'
import {
  type Path,
  type PermitCall,
  routerItself,
  writeApprove,
  writeDeposit,
  writeOrder,
  writeWithdraw,
} from './router-calls.js'

/** The name of a route, the contracts that it may pay, and its network. */
export interface RoutePlace extends Trusted {
  readonly name: string
  readonly network: NetworkId
}
/** The contract that may get an allowance of the sold token. */
export type Spender = Omit<RoutePlace, 'wrapped'>
const unlimited = (1n << 256n) - 1n
type OrderStep = Extract<SwapStep, { kind: 'swap' }>
type ApprovalStep = Extract<SwapStep, { kind: 'approve' | 'reset' }>

/**
 * Throws a SwapError SWAP_REFUSED for a transaction that is something else than the swap that was
 * shown.
 */
function swapStep(transaction: Eip155Transaction, shown: Shown, place: RoutePlace): OrderStep {
  refuse(faultOfSwap(transaction, shown, place, nowInSeconds()), place)
  return { kind: 'swap', draft: eip155Transaction.draft(place.network, transaction) }
}
export function wrapStep(shown: Shown, place: RoutePlace): OrderStep {
  const isIn = shown.from === 'native'
  return swapStep(
    {
      to: place.wrapped,
      data: isIn ? writeDeposit() : writeWithdraw(shown.amount),
      value: isIn ? shown.amount : 0n,
    },
    shown,
    place,
  )
}
export function routerStep(
  shown: Shown,
  path: Path,
  place: RoutePlace,
  permit?: PermitCall,
): OrderStep {
  const { account, amount: amountIn, minimum } = shown
  const isOut = shown.to === 'native'
  const deadline = nowInSeconds() + longestDeadline
  const data = writeOrder({
    deadline: BigInt(deadline),
    ...(permit && { permit }),
    swap: { path, recipient: isOut ? routerItself : account, amountIn, amountOutMinimum: minimum },
    ...(isOut && { unwrap: { minimum, recipient: account } }),
    ...(shown.from === 'native' && { refund: true }),
  })
  return {
    ...swapStep(
      { to: place.router, data, value: shown.from === 'native' ? amountIn : 0n },
      shown,
      place,
    ),
    deadline: deadline * 1000,
  }
}

/**
 * Returns the steps for an approval of exactly the amount, or an unlimited one if the person chose
 * that (decision 25); an older allowance is revoked first.
 */
export function approvalSteps(
  quoteRequest: SwapQuoteRequest,
  token: Hex,
  allowed: bigint,
  place: Spender,
): readonly ApprovalStep[] {
  const step = (kind: 'approve' | 'reset', amount: bigint): ApprovalStep => {
    const transaction = { to: token, data: writeApprove(place.router, amount) }
    refuse(faultOfApproval(transaction, { token, amount }, place), place)
    const approval = {
      token: quoteRequest.from as AssetId,
      spender: place.router,
      amount: amount === unlimited ? ('unlimited' as const) : amount,
    }
    return { kind, draft: eip155Transaction.draft(place.network, transaction), approval }
  }
  const approve = step('approve', quoteRequest.unlimited ? unlimited : quoteRequest.amount)
  return allowed > 0n ? [step('reset', 0n), approve] : [approve]
}
export function permitStep(
  quoteRequest: SwapQuoteRequest,
  token: Hex,
  facts: PermitFacts,
  chainId: bigint,
  place: RoutePlace,
): PermitStep {
  const owner = quoteRequest.account.address as Hex
  const deadline = nowInSeconds() + longestDeadline
  const typed = typedPermit(
    facts,
    { token, owner, spender: place.router, value: quoteRequest.amount, deadline },
    chainId,
  )
  refuse(
    faultOfPermit(
      typed,
      { token, owner, amount: quoteRequest.amount, chainId },
      place,
      nowInSeconds(),
    ),
    place,
  )
  return {
    kind: 'permit',
    typed,
    approval: {
      token: quoteRequest.from as AssetId,
      spender: place.router,
      amount: quoteRequest.amount,
    },
    deadline: deadline * 1000,
  }
}

/** Returns the transaction of a step. Throws a SwapError for a step without one. */
export function bodyOf(step: SwapStep): {
  readonly to: Hex
  readonly data: Hex
  readonly value?: bigint
} {
  const body = step.kind === 'permit' ? undefined : eip155Transaction.read(step.draft)
  if (!body?.to) throw new SwapError('SWAP_TRANSACTION')
  return { to: body.to, data: body.data ?? '0x', ...(body.value && { value: body.value }) }
}
function refuse(fault: string | undefined, { name }: Spender): void {
  if (fault) throw new SwapError('SWAP_REFUSED', { route: name, fault })
}
const nowInSeconds = (): number => Math.floor(Date.now() / 1000)
