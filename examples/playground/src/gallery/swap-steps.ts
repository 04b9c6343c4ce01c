/** Steps of a person in Swap. */
import type { Token } from '@portico/kernel/chain'
import { activeAccount } from '@portico/kernel/session'
import { outboxRequests } from '@portico/kernel/transactions'
import { swapPreviewView, swapService, swapSlice, swapView } from '@portico/plugin-swap'
import { type Step, scenesOf } from './scene.js'
import { type Stage, shadow } from './stage.js'
import { dai, usdc } from './swap-market.js'

export const scene = scenesOf('swap')
export const serviceOf = ({ portico }: Stage) => portico.kernel.use(swapService)

export interface SwapInput {
  readonly from?: Token
  readonly to?: Token
  readonly amount?: string
}
export const selling: SwapInput = { from: dai, amount: '7.5' }
/** The form is there, and nothing is chosen. */
const isReady = (stage: Stage) =>
  stage.until(() => phaseOf(stage) === 'editing', 'the form is there')
const phaseOf = ({ portico }: Stage) => portico.kernel.state(swapSlice).phase.name
/** Until it is in this phase. */
export const reaches =
  (phase: string): Step =>
  stage =>
    stage.until(() => phaseOf(stage) === phase, `it is ${phase}`)

/** The filled form, and the request for a quote. */
export const form =
  ({ from, to = usdc, amount = '1' }: SwapInput = {}): Step =>
  async stage => {
    const { kernel } = stage.portico
    if (!activeAccount(kernel)) await stage.connect()
    stage.open({ view: swapView })
    await isReady(stage)
    const service = serviceOf(stage)
    if (from) await service.selectSource(from)
    // Its answer may never come.
    void service.selectTarget(to)
    if (amount !== '1') void service.setAmount(amount)
    await stage.until(() => {
      const { pricing, sourceAmount } = kernel.state(swapSlice)
      return !pricing && sourceAmount === amount
    }, 'the price of the input is known')
  }
export const quoted =
  (input?: SwapInput): Step =>
  async stage => {
    await form(input)(stage)
    await reaches('quoted')(stage)
    stage.answered()
  }
export const preview =
  (input?: SwapInput): Step =>
  async stage => {
    await quoted(input)(stage)
    // Pushed, as the form does, so that the view has a Back button.
    stage.portico.kernel.views.push(swapPreviewView)
    await stage.see('What will change')
    await reaches('quoted')(stage)
    stage.answered()
  }
/** The confirmation, and its end. */
export const confirms: Step = stage => serviceOf(stage).confirm({ sure: true })
/** The confirmation, whose end is not awaited. */
export const begins: Step = stage => void confirms(stage)
/** Waits until the wallet has the request. A swap that stops earlier has sent none. */
export const walletHasRequest: Step = stage =>
  stage.until(() => outboxRequests(stage.portico.kernel).length > 0, 'the wallet has the request')
/** A confirmation without `sure`. */
export const asks: Step = stage => serviceOf(stage).confirm()
/** Opens a line of facts that has more to say: which of them. */
export const unfolds =
  (at = 0): Step =>
  async stage => {
    const line = () => shadow()?.querySelectorAll<HTMLElement>('.swap-open[aria-expanded]')[at]
    await stage.until(line, 'the line is there')
    line()?.click()
  }
