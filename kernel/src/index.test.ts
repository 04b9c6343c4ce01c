import { describe, expect, it } from 'vitest'
import * as door from './index.js'

describe('the public names', () => {
  it('of @portico/kernel are these', () => {
    expect(Object.keys(door).sort()).toEqual([
      'KernelError',
      'anySignal',
      'createKernel',
      'debounce',
      'defineCapability',
      'defineEndpoint',
      'defineEvent',
      'definePlugin',
      'defineService',
      'defineSlice',
      'defineSlot',
      'defineView',
      'delay',
      'firstAnswer',
      'firstAnswerLater',
      'latest',
      'memoryStorage',
      'once',
      'override',
      'unlessAborted',
      'view',
      'webStorage',
      'withTimeout',
    ])
  })

  it('of a kernel are these', () => {
    const kernel = door.createKernel({ plugins: [] })
    expect(Object.isFrozen(kernel)).toBe(true)
    expect(Object.keys(kernel).sort()).toEqual([
      'capabilities',
      'capability',
      'dispose',
      'find',
      'forget',
      'initial',
      'inspect',
      'install',
      'items',
      'on',
      'report',
      'start',
      'state',
      'subscribe',
      'use',
      'views',
    ])
  })
})
