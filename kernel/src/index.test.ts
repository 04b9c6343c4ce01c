import { describe, expect, it } from 'vitest'
import * as entry from './index.js'

describe('the public names', () => {
  it('@portico/kernel exports these names', () => {
    expect(Object.keys(entry).sort()).toEqual([
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

  it('a kernel has these methods', () => {
    const kernel = entry.createKernel({ plugins: [] })
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
