/**
 * The money rules of a swap. Base units and decimal text from end to end, no floating number
 * (decision 20). Pure.
 */
import { worth } from '@portico/kernel/text'

/** The fee of a backend's route: 0.85 %. */
const providerFeeBasisPoints = 85
const whole = 10_000n

/** Returns the provider's fee. Base units, floored. */
export function providerFee(fromAmount: bigint, basisPoints = providerFeeBasisPoints): bigint {
  return (fromAmount * BigInt(basisPoints)) / whole
}
/** An amount of a token and the price of one token: exact decimal text; absent: unknown. */
export interface Priced {
  readonly amount: bigint
  readonly decimals: number
  readonly price?: string | undefined
}

/**
 * The output less what the work costs, in base units of the target token, so that routes can be
 * compared. Where a price is missing: the output itself.
 */
export function netOutput(to: Priced, cost: Priced): bigint {
  const [spent, one] = onOneScale(cost, { ...to, amount: 10n ** BigInt(to.decimals) })
  // Costs are rounded up, so that a route is never ranked too high.
  return spent === undefined || !one
    ? to.amount
    : to.amount - (spent * 10n ** BigInt(to.decimals) + one - 1n) / one
}

/**
 * The native coin that is missing to pay for the work, or undefined when there is enough; equal is
 * enough. A smart account is never short.
 */
export function missingForGas(account: {
  readonly isSmartAccount: boolean
  /** The whole balance of the native coin, in base units. */
  readonly balance: bigint
  readonly cost: bigint
  /** The sold amount, if the native coin is sold. */
  readonly sold?: bigint
}): bigint | undefined {
  const { isSmartAccount, balance, cost, sold = 0n } = account
  if (isSmartAccount || (balance > 0n && balance >= cost + sold)) return undefined
  return cost + sold - balance
}

/**
 * What both are worth, as whole numbers of the same unit. Undefined where the price is missing; 0n
 * where it is zero.
 */
export function onOneScale(...priced: readonly Priced[]): readonly (bigint | undefined)[] {
  const texts = priced.map(({ amount, decimals, price }) =>
    price === undefined ? undefined : worth(amount, decimals, price),
  )
  const scale = Math.max(...texts.map(text => fractionOf(text).length))
  return texts.map(text =>
    text === undefined
      ? undefined
      : BigInt(`${text.split('.', 1)[0]}${fractionOf(text).padEnd(scale, '0')}`),
  )
}
const fractionOf = (text: string | undefined): string => text?.split('.')[1] ?? ''
