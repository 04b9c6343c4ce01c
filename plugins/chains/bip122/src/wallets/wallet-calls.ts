/** Calls an injected wallet by the functions that were captured on discovery. */
import type { Dispose } from '@portico/kernel'
import {
  messagesCapability,
  networksCapability,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { type AnyCapability, sendWalletRequest } from '@portico/kernel/connector-kit'
import type { Bip122Setup } from '../options.js'
import { methodMissing, walletRefusal } from './wallet-errors.js'

export type Method = (...args: readonly unknown[]) => unknown

/**
 * Calls the wallet and returns its result. Converts its errors to EIP-1193 codes; a late response
 * is ignored.
 */
export const callWallet = (
  what: string,
  run: () => unknown,
  { report }: Bip122Setup,
  signal: AbortSignal,
  refusal = walletRefusal,
): Promise<unknown> => sendWalletRequest(what, run, { report, refusal }, signal)

/** Returns the named method, ready to call. Throws "unsupported" where the wallet lacks it. */
export function methodOf(
  provider: object,
  methods: Readonly<Record<string, Method>>,
  name: string,
): Method {
  const method = methods[name]
  if (!method) throw methodMissing()
  return (...args) => Reflect.apply(method, provider, args)
}

/** Listens to events of a provider that has `on` and a method to remove listeners. */
export function listenOn(
  provider: object,
  { on, removeListener, off = removeListener }: Readonly<Record<string, Method>>,
  { report }: Bip122Setup,
) {
  return (events: readonly string[], onEvent: Method): Dispose => {
    for (const event of events)
      guarded(() => on && Reflect.apply(on, provider, [event, onEvent]), report)
    return () => {
      for (const event of events)
        guarded(() => off && Reflect.apply(off, provider, [event, onEvent]), report)
    }
  }
}

/** Runs wallet code. Reports what it throws, so that the caller continues. */
export function guarded(run: () => unknown, report: (error: unknown) => void): void {
  try {
    run()
  } catch (error) {
    report(error)
  }
}

/** Returns whether a wallet with these methods supports a capability of this chain. */
export const supportsBy =
  (
    names: {
      readonly sign: readonly string[]
      readonly send: readonly string[]
      readonly move: readonly string[]
    },
    has: (method: string) => boolean,
  ) =>
  ({ id }: AnyCapability): boolean => {
    const needed =
      id === messagesCapability.id
        ? names.sign
        : id === transactionsCapability.id || id === transfersCapability.id
          ? names.send
          : id === networksCapability.id
            ? names.move
            : []
    return needed.every(has)
  }

/**
 * Returns the first item of a list that some wallets return bare. Throws a ChainError WALLET_ANSWER
 * for an empty list.
 */
export function onlyOne(answer: unknown): unknown {
  if (!Array.isArray(answer)) return answer
  if (answer.length !== 1) throw new ChainError('WALLET_ANSWER')
  return answer[0]
}
