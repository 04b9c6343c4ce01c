import { describe, expect, it } from 'vitest'
import { walletAnswers } from '../../../test/wallet-answers.js'
import { AddressError, ChainError, TransferError } from '../chain/chain-errors.js'
import { ModalError } from '../text/errors.js'
import { message } from '../text/text.js'
import { failedRequest, runSendRequest } from './failed-request.js'
import { provesDecline } from './wallet-problem.js'

const readHash = (answer: unknown) => (typeof answer === 'string' && answer ? answer : undefined)

describe('the outcome of a failed wallet request', () => {
  it.each(walletAnswers)(
    '[S23] the outcome of a request that fails with "%s" is what the failure proves',
    async (_title, error, outcome) => {
      expect(failedRequest(error)).toBe(outcome)
      const sending = runSendRequest(() => Promise.reject(error), readHash)
      if (outcome === 'refused' && provesDecline(error))
        await expect(sending).rejects.toMatchObject({ code: 'DECLINED', cause: error })
      else if (outcome === 'refused') await expect(sending).rejects.toBe(error)
      else await expect(sending).rejects.toMatchObject({ code: 'WALLET_OUTCOME', cause: error })
    },
  )

  it('[S23] an unreadable answer, and an answer without a hash, leave the outcome unknown', async () => {
    for (const answer of [undefined, null, '', 7, {}])
      await expect(runSendRequest(async () => answer, readHash)).rejects.toMatchObject({
        code: 'WALLET_OUTCOME',
      })
    expect(failedRequest(new ChainError('WALLET_ANSWER'))).toBe('unknown')
    expect(failedRequest(new ChainError('WALLET_OUTCOME'))).toBe('unknown')
  })

  it.each(['SESSION_OVER', 'RELAY_UNREACHABLE', 'RELAY_REFUSED', 'OTHER_TAB', 'WALLET_REFUSED'])(
    '[S23] the error %s of a remote wallet connection leaves the outcome unknown, with and without runSendRequest',
    async code => {
      const error = new ModalError(code, {
        userMessage: message('test.over', 'The connection ended.'),
      })
      expect(failedRequest(error)).toBe('unknown')
      await expect(runSendRequest(() => Promise.reject(error), readHash)).rejects.toMatchObject({
        code: 'WALLET_OUTCOME',
        cause: error,
      })
    },
  )

  it.each([
    'CHAIN_UNAVAILABLE',
    'CHAIN_ANSWER',
    'CHAIN_NETWORK',
    'CHAIN_NO_ENDPOINT',
    'CHAIN_REFUSED',
    'WALLET_UNSUPPORTED',
    'WALLET_NETWORK',
  ] as const)('an error %s, which is thrown before the request leaves, proves a refusal', code => {
    expect(failedRequest(new ChainError(code))).toBe('refused')
  })

  it('errors that are thrown before the request leaves prove a refusal', async () => {
    expect(failedRequest(new AddressError('ADDRESS_MALFORMED'))).toBe('refused')
    expect(
      failedRequest(new TransferError('TRANSFER_REFUSED', message('test.refused', 'Refused.'))),
    ).toBe('refused')
    expect(failedRequest(new ChainError('CHAIN_UNAVAILABLE'))).toBe('refused')
    await expect(
      runSendRequest(() => Promise.reject(new ChainError('WALLET_NETWORK')), readHash),
    ).rejects.toMatchObject({ code: 'WALLET_NETWORK' })
  })

  it('an error of ours that a connection throws while the request is open leaves the outcome unknown', async () => {
    await expect(
      runSendRequest(() => Promise.reject(new ChainError('CHAIN_UNAVAILABLE')), readHash),
    ).rejects.toMatchObject({ code: 'WALLET_OUTCOME' })
  })

  it('runSendRequest returns what the given reader reads from the answer', async () => {
    expect(await runSendRequest(async () => '0x1', readHash)).toBe('0x1')
  })
})
