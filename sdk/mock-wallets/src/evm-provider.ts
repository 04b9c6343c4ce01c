import type { Approvals } from './approvals.js'
import type { Emitter, Listener } from './emitter.js'
import { invalidParams, WalletRpcError } from './errors.js'
import { type EvmMethod, silent } from './evm-methods.js'
import type { EvmQuirks } from './evm-options.js'
import type { EvmState } from './evm-state.js'
import type { WalletCall } from './mock-wallet.js'
import type { NodeRequest } from './node-rpc.js'
import { answeringTwice } from './nonsense.js'

/** EIP-1193, and nothing more. */
export interface EvmProvider {
  request(args: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(event: string, listener: Listener): EvmProvider
  removeListener(event: string, listener: Listener): EvmProvider
}

export interface EvmProviderParts {
  readonly state: EvmState
  readonly emitter: Emitter
  readonly approvals: Approvals
  readonly methods: Readonly<Record<string, EvmMethod>>
  readonly nodeOf: (chainId: number) => NodeRequest
  readonly quirks: EvmQuirks
  readonly calls: WalletCall[]
  readonly changed: () => void
}

/**
 * The provider of a page: logs the request, applies the quirks, requests the approval, and does the
 * work.
 */
export function createEvmProvider(parts: EvmProviderParts): EvmProvider {
  const { state, emitter, approvals, methods, quirks, calls } = parts
  const received = new Set<string>()
  const past = { lastSignatureAt: Number.NEGATIVE_INFINITY, openConnects: 0 }

  const isDropped = (method: string): boolean => {
    const drops =
      quirks.dropsFirst === true
        ? received.size === 0
        : (quirks.dropsFirst?.includes(method) ?? false) && !received.has(method)
    received.add(method)
    return drops
  }

  const pace = () => {
    const isTooSoon = Date.now() - past.lastSignatureAt < (quirks.signatureIntervalMs ?? 0)
    if (isTooSoon) throw new WalletRpcError(-32005, 'Rate limit exceeded.')
    past.lastSignatureAt = Date.now()
  }

  const connecting = async (work: () => Promise<unknown>): Promise<unknown> => {
    if (quirks.oneConnectAtATime && past.openConnects > 0) throw alreadyPending()
    past.openConnects++
    try {
      return await work()
    } finally {
      past.openConnects--
    }
  }

  const answer = async (method: string, params: unknown): Promise<unknown> => {
    if (quirks.silentUntilUnlocked) await state.unlocked()
    if (quirks.answersLateMs)
      await new Promise(resolve => setTimeout(resolve, quirks.answersLateMs))
    if (quirks.lacks?.includes(method))
      throw new WalletRpcError(-32601, `The method "${method}" does not exist / is not available.`)

    const own = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!own)
      return approvals.decide({ method, params, asks: false }, () =>
        readChain(parts, method, params),
      )

    const asks = own.asks(params)
    const decide = async () => {
      // The owner has to unlock the wallet before an approval.
      if (asks) await state.unlocked()
      if (own.isSignature) pace()
      return approvals.decide({ method, params, asks }, () => own.run(params))
    }
    return own.isConnect && asks ? connecting(decide) : decide()
  }

  const provider: EvmProvider = {
    request(args) {
      const { method, params } = (args ?? {}) as { method?: unknown; params?: unknown }
      if (typeof method !== 'string')
        return Promise.reject(invalidParams('Expected a request with a method.'))
      calls.push({ method, params })
      parts.changed()
      if (state.isGone || isDropped(method)) return new Promise(() => undefined)

      const answered = answer(method, params).then(result =>
        state.isGone ? new Promise(() => undefined) : result,
      )
      const own = Object.hasOwn(methods, method) ? methods[method] : undefined
      const policy = approvals.policyOf({
        method,
        params,
        asks: own !== undefined && own.asks !== silent,
      })
      const isTwice =
        typeof policy === 'object' && 'nonsense' in policy && policy.nonsense === 'twice'
      return isTwice ? (answeringTwice(answered) as Promise<unknown>) : answered
    },
    on(event, listener) {
      emitter.on(event, listener)
      return provider
    },
    removeListener(event, listener) {
      emitter.off(event, listener)
      return provider
    },
  }
  return provider
}

/** The error of a wallet whose window is open already. */
export const alreadyPending = () =>
  new WalletRpcError(-32002, 'Request already pending. Please wait.')

/**
 * Reads go to the node of the active chain; a wallet's method that it does not have is not the
 * node's to answer.
 */
function readChain(
  { state, nodeOf }: EvmProviderParts,
  method: string,
  params: unknown,
): Promise<unknown> {
  if (/^(wallet_|eth_sign|personal_)/.test(method))
    throw new WalletRpcError(4200, `The wallet does not support "${method}".`)
  return nodeOf(state.chainId)(method, params)
}
