import { describe, expect, it, vi } from 'vitest'
import { ChainError, TransferError } from '../chain/chain-errors.js'
import { ModalError } from '../text/errors.js'
import { message } from '../text/text.js'
import { failedRequest, type SignAndSubmitOptions, signAndSubmit } from './index.js'

const prepared = 'hash of the prepared transaction'
function run(parts: Partial<SignAndSubmitOptions<{ readonly hash: string }>> = {}) {
  const submit = vi.fn(parts.submit ?? (async () => undefined))
  const sending = signAndSubmit({
    sign: async () => prepared,
    readSigned: answer => (answer === prepared ? { hash: prepared } : undefined),
    signal: new AbortController().signal,
    ...parts,
    submit,
  })
  return { submit, sending }
}
const thrown = (sending: Promise<unknown>) => sending.catch((error: unknown) => error)

describe('a wallet that only signs, while the page submits', () => {
  it('resolves with the hash of the prepared transaction after it was submitted', async () => {
    const { submit, sending } = run()
    expect(await sending).toEqual({ hash: prepared })
    expect(submit).toHaveBeenCalledExactlyOnceWith({ hash: prepared })
  })

  it.each<[string, unknown, string]>([
    ['a decline', { code: 4001 }, 'DECLINED'],
    [
      'an internal error of the wallet',
      { code: -32603, message: 'Internal error' },
      'WALLET_UNSIGNED',
    ],
    ['a lost connection to the wallet', new TypeError('Failed to fetch'), 'WALLET_UNSIGNED'],
    ['an answer that cannot be read', new ChainError('WALLET_ANSWER'), 'WALLET_UNSIGNED'],
    ['a request that the wallet lacks', new ChainError('WALLET_UNSUPPORTED'), 'WALLET_UNSUPPORTED'],
  ])(
    '[S23] %s while signing proves that nothing was sent, and nothing is submitted',
    async (_, error, code) => {
      const { submit, sending } = run({ sign: () => Promise.reject(error) })
      const found = await thrown(sending)
      expect(found).toMatchObject({ code })
      expect(failedRequest(found)).toBe('refused')
      expect(submit).not.toHaveBeenCalled()
    },
  )

  it.each<[string, () => undefined]>([
    ['another transaction', () => undefined],
    [
      'what its reader cannot parse',
      () => {
        throw new RangeError('no transaction')
      },
    ],
  ])(
    '[S2] a wallet that signs %s is refused with WALLET_UNSIGNED before anything is submitted',
    async (_, readSigned) => {
      const { submit, sending } = run({ readSigned })
      const found = await thrown(sending)
      expect(found).toMatchObject({ code: 'WALLET_UNSIGNED' })
      expect(failedRequest(found)).toBe('refused')
      expect(submit).not.toHaveBeenCalled()
    },
  )

  it.each(['CHAIN_UNAVAILABLE', 'CHAIN_ANSWER'] as const)(
    '[S23] a submission that ends with %s resolves with the hash, because the network may have it',
    async code => {
      const { sending } = run({ submit: () => Promise.reject(new ChainError(code)) })
      expect(await sending).toEqual({ hash: prepared })
    },
  )

  it.each([
    new TransferError('TRANSFER_REFUSED', message('test.refused', 'Refused.')),
    new ChainError('CHAIN_REFUSED'),
    new ModalError('PEBBLE_REFUSED', { userMessage: message('test.pebble', 'Refused.') }),
  ])('a refusal by the node is rethrown, and proves that nothing was sent: $code', async error => {
    const { sending } = run({ submit: () => Promise.reject(error) })
    expect(await thrown(sending)).toBe(error)
    expect(failedRequest(error)).toBe('refused')
  })

  it.each([new TypeError('undefined is not a function'), new ChainError('CHAIN_NETWORK')])(
    '[S23] any other failure of a submission leaves the outcome unknown: %s',
    async error => {
      const found = await thrown(run({ submit: () => Promise.reject(error) }).sending)
      expect(found).toMatchObject({ code: 'WALLET_OUTCOME', cause: error })
      expect(failedRequest(found)).toBe('unknown')
    },
  )

  it('a request whose signal has aborted asks no wallet, and one that aborts while signing submits nothing', async () => {
    const sign = vi.fn(async () => prepared)
    const over = run({ sign, signal: AbortSignal.abort() })
    await expect(over.sending).rejects.toMatchObject({ name: 'AbortError' })
    expect(sign).not.toHaveBeenCalled()
    const controller = new AbortController()
    const late = run({
      signal: controller.signal,
      async sign() {
        controller.abort()
        return prepared
      },
    })
    await expect(late.sending).rejects.toMatchObject({ name: 'AbortError' })
    expect(late.submit).not.toHaveBeenCalled()
  })
})
