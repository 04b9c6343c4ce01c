import { describe, expect, it } from 'vitest'
import { ModalError } from '../text/errors.js'
import { runWalletRequest } from './declined-error.js'
import { failedRequest, walletProblem } from './index.js'

const run = (error: unknown) => runWalletRequest(() => Promise.reject(error))

describe('a wallet request that the person declined', () => {
  it.each<[string, unknown]>([
    ['4001 of EIP-1193', { code: 4001 }],
    ['5000 of WalletConnect', { code: 5000 }],
    ['ACTION_REJECTED of ethers', { code: 'ACTION_REJECTED' }],
    ['the words of a wallet without codes', new Error('User rejected the request.')],
    ['a closed wallet window', new Error('User closed modal')],
  ])("rejects with DECLINED after %s, with the wallet's error as the cause", async (_, error) => {
    const thrown = await run(error).catch(thrown => thrown)
    expect(thrown).toBeInstanceOf(ModalError)
    expect(thrown).toMatchObject({ code: 'DECLINED', cause: error })
    expect(walletProblem(thrown).kind).toBe('declined')
    expect(failedRequest(thrown)).toBe('refused')
  })

  it('keeps an error that has the code DECLINED already', async () => {
    const declined = await run({ code: 4001 }).catch(thrown => thrown)
    await expect(run(declined)).rejects.toBe(declined)
  })

  it.each<[string, unknown]>([
    ['another failure of the wallet', { code: -32603, message: 'Internal error' }],
    ['an open request', { code: -32002 }],
    ['an aborted request', new DOMException('This operation was aborted', 'AbortError')],
    ['undefined', undefined],
  ])('rethrows %s unchanged', async (_, error) => {
    await expect(run(error)).rejects.toBe(error)
  })

  it('returns the answer of a request that succeeds', async () => {
    expect(await runWalletRequest(async () => '0x1')).toBe('0x1')
  })
})
