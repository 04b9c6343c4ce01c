import { describe, expect, it } from 'vitest'
import { LinkError } from '../wallet/link-errors.js'
import { ModalError } from './errors.js'

class SwapError extends ModalError<'SWAP_FAILED'> {}

describe('ModalError', () => {
  it('A ModalError has a code for programs, a sentence for people, and the cause', () => {
    const cause = new Error('no route')
    const error = new SwapError('SWAP_FAILED', {
      userMessage: { id: 'swap.failed', en: 'Could not swap {symbol}.', values: { symbol: 'ETH' } },
      cause,
    })
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'ModalError',
      code: 'SWAP_FAILED',
      message: 'Could not swap ETH.',
      cause,
      userMessage: { id: 'swap.failed' },
    })
    expect(Object.hasOwn(new LinkError('LINK_REFUSED'), 'cause')).toBe(false)
  })
})
