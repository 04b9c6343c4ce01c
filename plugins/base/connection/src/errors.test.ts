import { ModalError, message } from '@portico/kernel/text'
import { describe, expect, it } from 'vitest'
import { problemOf } from './errors.js'

const gone = new TypeError(
  'Failed to fetch dynamically imported module: https://app.example/assets/chain.js',
)

describe('The error behind what a connector threw', () => {
  it('A connect whose code does not arrive says that a part could not be loaded', () => {
    expect(problemOf(gone, 'Fox')).toMatchObject({
      code: 'PART_UNLOADED',
      userMessage: { id: 'shell.unloaded' },
      cause: gone,
    })
  })

  it('An error with its own code and message keeps both when its cause is code that did not arrive', () => {
    class LoadError extends ModalError<'LOAD_FAILED'> {}
    const own = new LoadError('LOAD_FAILED', {
      userMessage: message('test.load', 'The library did not arrive.'),
      cause: gone,
    })
    expect(problemOf(own, 'Fox')).toBe(own)
  })
})
