import { type ContextOf, defineService, defineSlice, defineView, type Read, type ServiceRef, type ViewRef } from '@portico/kernel'
import { connection, type NetworkId, shell, toasts } from '@portico/kernel/contracts'
import type { Swap, SwapState } from './swap.js'

export const swapService: ServiceRef<Swap> = /* @__PURE__ */ defineService<Swap>('swap')
export const methods = [
  'initialize',
  'selectSource',
  'selectTarget',
  'setAmount',
  'setSlippage',
  'setUnlimited',
  'switchTokens',
  'clear',
  'findToken',
  'refresh',
  'confirm',
  'stop',
  'revoke',
  'acknowledge',
] as const
export const swapSlice = /* @__PURE__ */ defineSlice<SwapState>({
  id: 'swap',
  initial: () => ({
    sourceAmount: '',
    slippageBasisPoints: 100, // 1 % (spec section 9)
    unlimited: false,
    tokens: [],
    vouched: [],
    balances: [],
    prices: {},
    pricing: false,
    phase: { name: 'idle' },
  }),
})

/** What was handed to a chain, exactly as it was found in storage. `readLog` gives it its shape wherever it is used. */
export interface SwapLogState {
  readonly found: unknown
}
export const swapLogSlice = /* @__PURE__ */ defineSlice<SwapLogState>({
  id: 'swap-log',
  initial: () => ({ found: undefined }),
  persist: { version: 1, pick: state => state.found, restore: found => ({ found }) },
})
/**
 * Whether there is anything whose end nobody has seen; or of this kind: `approve` may stand unused; or whose end may be taken back after this moment. Asked on each
 * change of an open modal: a look at what was found, no more.
 */
export function hasSent({ state }: Read, which: string | number): boolean {
  const { found } = state(swapLogSlice)
  return Array.isArray(found) && found.some(one => one?.seen === false || one?.kind === which || one?.until > which)
}
export const swapView = /* @__PURE__ */ defineView('Swap')
export const swapSelectTokenView: ViewRef<{ readonly side: 'source' | 'target' }> = /* @__PURE__ */ defineView('SwapSelectToken')
export const swapPreviewView = /* @__PURE__ */ defineView('SwapPreview')
/** How far a swap is, and its receipt. */
export const swapReceiptView: ViewRef<{ readonly hash: string; readonly network: NetworkId }> = /* @__PURE__ */ defineView('SwapReceipt')

/** What Swap may use and write. */
export const access = { needs: [connection, toasts], wants: [shell], owns: [swapSlice, swapLogSlice], provides: [swapService] } as const
export type SwapContext = ContextOf<typeof access>
