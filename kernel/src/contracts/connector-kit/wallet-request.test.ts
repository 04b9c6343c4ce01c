import { describe, expect, it } from 'vitest'
import { createApproval, sendWalletRequest } from './wallet-request.js'

/** A wallet whose answers the test controls. */
function slowWallet() {
  const requests: { answer(value: unknown): void; refuse(error: unknown): void }[] = []
  const request = () => new Promise((answer, refuse) => void requests.push({ answer, refuse }))
  return { request, requests }
}
const listening = () => {
  const reported: unknown[] = []
  return { reported, report: (error: unknown) => void reported.push(error) }
}
const never = new AbortController().signal
const settled = () => new Promise(resolve => setTimeout(resolve))

describe('requests to a wallet', () => {
  it('[R12] sendWalletRequest translates an error that the wallet throws synchronously', async () => {
    const options = {
      ...listening(),
      refusal: (error: unknown) => new RangeError('translated', { cause: error }),
    }
    const request = () => {
      throw 'Cancelled'
    }
    await expect(sendWalletRequest('sign', request, options, never)).rejects.toMatchObject({
      message: 'translated',
      cause: 'Cancelled',
    })
  })

  it('an aborted sendWalletRequest rejects at once; a late answer is reported, and a late refusal is ignored', async () => {
    const options = listening()
    const { request, requests } = slowWallet()
    const life = new AbortController()
    const both = Promise.allSettled([
      sendWalletRequest('sign', request, options, life.signal),
      sendWalletRequest('sign', request, options, life.signal),
    ])
    life.abort()
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    requests[0]?.answer('late')
    requests[1]?.refuse('late')
    await settled()
    expect(options.reported).toEqual([expect.objectContaining({ code: 'WALLET_ANSWER' })])
    await expect(sendWalletRequest('sign', request, options, life.signal)).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(requests).toHaveLength(2)
  })
})

describe('[R11] requests for approval', () => {
  it('[R11] createApproval shares a request that another caller still waits for', async () => {
    const { request, requests } = slowWallet()
    const approve = createApproval('connect', request, listening())
    const life = new AbortController()
    const [gone, stays] = [approve(life.signal), approve(never)]
    life.abort()
    await expect(gone).rejects.toMatchObject({ name: 'AbortError' })
    requests[0]?.answer('yes')
    expect(await stays).toBe('yes')
    expect(requests).toHaveLength(1)
  })

  it('[R11] createApproval requests again after an abort; on "already pending" the answer to the first request counts', async () => {
    const options = listening()
    const { request, requests } = slowWallet()
    const approve = createApproval('connect', request, options)
    const life = new AbortController()
    const first = approve(life.signal)
    life.abort()
    await expect(first).rejects.toMatchObject({ name: 'AbortError' })
    const second = approve(never)
    requests[1]?.refuse({ code: -32002, message: 'Request already pending' })
    requests[0]?.answer('yes')
    expect(await second).toBe('yes')
    expect(options.reported).toEqual([])
  })

  it('[R11] createApproval reports an approval that arrives after its caller aborted', async () => {
    const options = listening()
    const { request, requests } = slowWallet()
    const life = new AbortController()
    const waiting = createApproval('connect', request, options)(life.signal)
    life.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    requests[0]?.answer('yes')
    await settled()
    expect(options.reported).toEqual([expect.objectContaining({ code: 'WALLET_ANSWER' })])
  })
})
