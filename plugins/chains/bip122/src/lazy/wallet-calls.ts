/** Asking a wallet in the page by the functions that were taken when it was met. */
import type { Dispose } from '@portico/kernel'
import { type AnyCapability, askWallet, ChainError, messages, networks, transactions, transfers } from '@portico/kernel/contracts'
import { methodMissing, walletRefusal } from '../errors.js'
import type { Bip122Setup } from '../options.js'

export type Method = (...args: readonly unknown[]) => unknown

/** Runs what is a wallet's own and answers when it does. What it throws gets the codes that mean the same everywhere; a late answer changes nothing. */
export const asked = (what: string, run: () => unknown, { report }: Bip122Setup, signal: AbortSignal, refusal = walletRefusal): Promise<unknown> =>
  askWallet(what, run, { report, refusal }, signal)

/** The method, ready to be called; throws "unsupported" where the wallet has none of this name. */
export function methodOf(provider: object, methods: Readonly<Record<string, Method>>, name: string): Method {
  const method = methods[name]
  if (!method) throw methodMissing()
  return (...args) => Reflect.apply(method, provider, args)
}

/** Listens to some events of a provider that has `on` and one of the names for its opposite. */
export function listenOn(provider: object, { on, removeListener, off = removeListener }: Readonly<Record<string, Method>>, { report }: Bip122Setup) {
  return (events: readonly string[], heard: Method): Dispose => {
    for (const event of events) guarded(() => on && Reflect.apply(on, provider, [event, heard]), report)
    return () => {
      for (const event of events) guarded(() => off && Reflect.apply(off, provider, [event, heard]), report)
    }
  }
}

/** Runs what is a wallet's own: what it throws is reported, and keeps nobody from doing the rest. */
export function guarded(run: () => unknown, report: (error: unknown) => void): void {
  try {
    run()
  } catch (error) {
    report(error)
  }
}

/** Whether a wallet that has these methods can do what a capability of this chain wants. */
export const supportsBy =
  (names: { readonly sign: readonly string[]; readonly send: readonly string[]; readonly move: readonly string[] }, has: (method: string) => boolean) =>
  ({ id }: AnyCapability): boolean => {
    const needed = id === messages.id ? names.sign : id === transactions.id || id === transfers.id ? names.send : id === networks.id ? names.move : []
    return needed.every(has)
  }

/** The first of a list that some wallets give and others give bare. Throws a ChainError WALLET_ANSWER for a list that is empty. */
export function onlyOne(answer: unknown): unknown {
  if (!Array.isArray(answer)) return answer
  if (answer.length !== 1) throw new ChainError('WALLET_ANSWER')
  return answer[0]
}
