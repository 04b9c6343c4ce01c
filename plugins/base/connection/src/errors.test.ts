import { ModalError, message } from '@portico/kernel/contracts'
import { describe, expect, it } from 'vitest'
import { problemOf } from './errors.js'

const gone = new TypeError('Failed to fetch dynamically imported module: https://app.example/assets/chain.js')

describe('The error behind what a connector threw', () => {
  it('says that a part could not be loaded where a file of the page’s code did not arrive', () => {
    expect(problemOf(gone, 'Fox')).toMatchObject({ code: 'PART_UNLOADED', userMessage: { id: 'shell.unloaded' }, cause: gone })
  })

  it('stays an error with a code and a sentence of its own, whose cause is that file', () => {
    class LoadError extends ModalError<'LOAD_FAILED'> {}
    const own = new LoadError('LOAD_FAILED', { userMessage: message('test.load', 'The library did not arrive.'), cause: gone })
    expect(problemOf(own, 'Fox')).toBe(own)
  })
})
