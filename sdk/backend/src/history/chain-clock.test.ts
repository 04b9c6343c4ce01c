import { expect, it } from 'vitest'
import { createChainClock } from './chain-clock.js'

it('the time by which old data is deleted follows neither a clock that jumps ahead nor a node that lies', () => {
  let machine = 1_000_000
  const clock = createChainClock(() => machine)
  expect(clock.nowMs()).toBeUndefined()
  clock.seen(990)
  expect(clock.nowMs()).toBe(990_000)
  machine += 10 * 365 * 86_400_000
  expect(clock.nowMs()).toBe(990_000)
  machine = 1_000_000
  clock.seen(4_000_000_000)
  expect(clock.nowMs()).toBe(1_000_000)
})
