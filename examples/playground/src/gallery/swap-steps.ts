/** What people do in Swap, as steps of a state. */
import type { Token } from '@portico/kernel/chain'
import { activeAccount } from '@portico/kernel/session'
import { outboxRequests } from '@portico/kernel/transactions'
import { swapPreviewView, swapService, swapSlice, swapView } from '@portico/plugin-swap'
import { type Step, scenesOf } from './scene.js'
import { type Stage, shadow } from './stage.js'
import { dai, usdc } from './swap-market.js'

export const scene = scenesOf('swap')
export const serviceOf = ({ portico }: Stage) => portico.kernel.use(swapService)

export interface Wish {
  readonly from?: Token
  readonly to?: Token
  readonly amount?: string
}
export const selling: Wish = { from: dai, amount: '7.5' }
/** The form is there, and nothing is chosen. */
const isReady = (stage: Stage) =>
  stage.until(() => phaseOf(stage) === 'editing', 'the form is there')
const phaseOf = ({ portico }: Stage) => portico.kernel.state(swapSlice).phase.name
/** Until it is in this phase. */
export const reaches =
  (phase: string): Step =>
  stage =>
    stage.until(() => phaseOf(stage) === phase, `it is ${phase}`)

/** The form, filled in; the route has been asked. */
export const form =
  ({ from, to = usdc, amount = '1' }: Wish = {}): Step =>
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
    }, 'what is wanted is known')
  }
export const quoted =
  (wish?: Wish): Step =>
  async stage => {
    await form(wish)(stage)
    await reaches('quoted')(stage)
    stage.answered()
  }
export const preview =
  (wish?: Wish): Step =>
  async stage => {
    await quoted(wish)(stage)
    // As the form does it: opened by itself there would be nothing to go back to.
    stage.portico.kernel.views.push(swapPreviewView)
    await stage.see('What will change')
    await reaches('quoted')(stage)
    stage.answered()
  }
/** The yes, and its end. */
export const confirms: Step = stage => serviceOf(stage).confirm({ sure: true })
/** The confirmation, whose end is not awaited. */
export const begins: Step = stage => void confirms(stage)
/** The wallet has the request. What was stopped before that was never asked. */
export const isAsked: Step = stage =>
  stage.until(() => outboxRequests(stage.portico.kernel).length > 0, 'the wallet is asked')
/** One that is not sure yet. */
export const asks: Step = stage => serviceOf(stage).confirm()
/** Opens a line of facts that has more to say: which of them. */
export const unfolds =
  (at = 0): Step =>
  async stage => {
    const line = () => shadow()?.querySelectorAll<HTMLElement>('.swap-open[aria-expanded]')[at]
    await stage.until(line, 'the line is there')
    line()?.click()
  }
