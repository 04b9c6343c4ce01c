import {
  type ContextOf,
  defineService,
  defineSlice,
  defineView,
  type Read,
  type ServiceRef,
  type ViewRef,
} from '@portico/kernel'
import { connectionService } from '@portico/kernel/session'
import { shellService, toastsService } from '@portico/kernel/shell'
import {
  earlierSwapsSlice,
  type OutboxEntry,
  outboxService,
  outboxSlice,
} from '@portico/kernel/transactions'
import { defaultSlippage } from './quoting/slippage.js'
import type { Swap, SwapParams, SwapState } from './swap.js'

export const swapService: ServiceRef<Swap> = /* @__PURE__ */ defineService<Swap>('swap')
export const methods = [
  'begin',
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
] as const
export const swapSlice = /* @__PURE__ */ defineSlice<SwapState>({
  id: 'swap',
  initial: () => ({
    sourceAmount: '',
    slippageBasisPoints: defaultSlippage,
    unlimited: false,
    tokens: [],
    vouched: [],
    balances: [],
    prices: {},
    pricing: false,
    phase: { name: 'idle' },
  }),
})

/**
 * Whether an allowance was given from here, which may stand unused. Also known before the outbox is
 * restored.
 */
export function hasAllowance({ state }: Read): boolean {
  const log = (slice: typeof outboxSlice): readonly Pick<OutboxEntry, 'seen' | 'isAllowance'>[] =>
    state(slice).log
  return [...log(outboxSlice), ...log(earlierSwapsSlice)].some(({ isAllowance }) => isAllowance)
}
export const swapView: ViewRef<SwapParams | undefined> = /* @__PURE__ */ defineView<
  SwapParams | undefined
>('Swap')
export const swapSelectTokenView: ViewRef<{ readonly side: 'source' | 'target' }> =
  /* @__PURE__ */ defineView('SwapSelectToken')
export const swapPreviewView = /* @__PURE__ */ defineView('SwapPreview')

/** The refs that Swap may use and write. */
export const access = {
  needs: [connectionService, toastsService, outboxService],
  wants: [shellService],
  owns: [swapSlice],
  provides: [swapService],
} as const
export type SwapContext = ContextOf<typeof access>
/** Awaited by every view of swaps, because an open request blocks the next one from the start. */
export const restoreSwaps = (context: Pick<SwapContext, 'use'>): Promise<void> =>
  context.use(outboxService).restore()
