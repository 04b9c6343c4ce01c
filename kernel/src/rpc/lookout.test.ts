import { afterEach, describe, expect, it, vi } from 'vitest'
import { ChainError } from '../contracts/chain-errors.js'
import { isUnanswered, lookUntil } from './lookout.js'

const never = new AbortController().signal
const ways = { everyMs: 1, isPassing: isUnanswered }

/** A page that the person can leave and come back to. */
function openPage(hidden: boolean) {
  const page = Object.assign(new EventTarget(), { hidden })
  vi.stubGlobal('document', page)
  return {
    show() {
      page.hidden = false
      page.dispatchEvent(new Event('visibilitychange'))
    },
  }
}
afterEach(() => vi.unstubAllGlobals())

describe('looking until there is an outcome', () => {
  it('looks at once, and again until there is one', async () => {
    let looks = 0
    expect(await lookUntil(async () => (++looks === 3 ? 'there' : undefined), ways, never)).toBe('there')
    expect(looks).toBe(3)
  })

  it('outlives what passes, and nothing else', async () => {
    const thrown: Error[] = [new ChainError('CHAIN_UNAVAILABLE'), new ChainError('CHAIN_ANSWER'), new ChainError('CHAIN_REFUSED')]
    const look = async () => {
      throw thrown.shift()
    }
    await expect(lookUntil(look, ways, never)).rejects.toMatchObject({ code: 'CHAIN_REFUSED' })
    expect(thrown).toEqual([])
  })

  it('does not look while the page is hidden, and looks as soon as it is seen', async () => {
    const page = openPage(true)
    let looks = 0
    const outcome = lookUntil(async () => ++looks, ways, never)
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(looks).toBe(0)
    page.show()
    expect(await outcome).toBe(1)
  })

  it.each([false, true])('ends with its signal, whether the page is hidden (%s) or not', async hidden => {
    openPage(hidden)
    const life = new AbortController()
    const outcome = lookUntil(async () => undefined, ways, life.signal)
    life.abort(new DOMException('enough', 'AbortError'))
    await expect(outcome).rejects.toMatchObject({ name: 'AbortError' })
    await expect(lookUntil(async () => undefined, ways, life.signal)).rejects.toMatchObject({ name: 'AbortError' })
  })
})
