import { describe, expect, it } from 'vitest'
import { ChainError, TransferError } from './chain-errors.js'
import { askToSend, failedRequest } from './failed-request.js'
import { message } from './text.js'

const coded = (code: unknown, text = 'Something') => Object.assign(new Error(text), { code })
const readHash = (answer: unknown) => (typeof answer === 'string' && answer ? answer : undefined)

/** What wallets answer, with what it proves (EIP-1193, EIP-1474, EIP-5792, WalletConnect). */
const walletAnswers: readonly (readonly [title: string, error: unknown, outcome: 'refused' | 'unknown'])[] = [
  ['4001, declined', coded(4001), 'refused'],
  ['5000, declined by a WalletConnect wallet', coded(5000), 'refused'],
  ['ACTION_REJECTED of ethers', coded('ACTION_REJECTED'), 'refused'],
  ['4001 inside -32603', { code: -32603, data: { originalError: { code: 4001 } } }, 'refused'],
  ['4100, not authorized', coded(4100), 'refused'],
  ['4200, method not supported', coded(4200), 'refused'],
  ['-32601, method not found', coded(-32601), 'refused'],
  ['words of a person who declined', new Error('User rejected the request.'), 'refused'],
  ['-32603, internal error', coded(-32603, 'Internal JSON-RPC error.'), 'unknown'],
  ['-32000, already known', coded(-32000, 'already known'), 'unknown'],
  ['-32003, transaction rejected', coded(-32003), 'unknown'],
  ['-32002, request already pending', coded(-32002), 'unknown'],
  ['-32005, limit exceeded', coded(-32005), 'unknown'],
  ['4900, disconnected', coded(4900), 'unknown'],
  ['4901, chain disconnected', coded(4901), 'unknown'],
  ['a time-out', new Error('The request timed out'), 'unknown'],
  ['an extension that went away', new Error('Extension context invalidated.'), 'unknown'],
  ['an error without words', {}, 'unknown'],
  ['undefined', undefined, 'unknown'],
]

describe('what a failed wallet request means for the money', () => {
  it.each(walletAnswers)('[S23] the answer "%s" is judged by what it proves', async (_title, error, outcome) => {
    expect(failedRequest(error)).toBe(outcome)
    const asked = askToSend(() => Promise.reject(error), readHash)
    if (outcome === 'refused') await expect(asked).rejects.toBe(error)
    else await expect(asked).rejects.toMatchObject({ code: 'WALLET_OUTCOME', cause: error })
  })

  it('[S23] an unreadable answer, and an answer without a hash, leave the outcome unknown', async () => {
    for (const answer of [undefined, null, '', 7, {}]) await expect(askToSend(async () => answer, readHash)).rejects.toMatchObject({ code: 'WALLET_OUTCOME' })
    expect(failedRequest(new ChainError('WALLET_ANSWER'))).toBe('unknown')
    expect(failedRequest(new ChainError('WALLET_OUTCOME'))).toBe('unknown')
  })

  it('errors that are thrown before the request leaves prove a refusal', async () => {
    expect(failedRequest(new TransferError('TRANSFER_REFUSED', message('test.refused', 'Refused.')))).toBe('refused')
    expect(failedRequest(new ChainError('CHAIN_UNAVAILABLE'))).toBe('refused')
    await expect(askToSend(() => Promise.reject(new ChainError('WALLET_NETWORK')), readHash)).rejects.toMatchObject({ code: 'WALLET_NETWORK' })
  })

  it('an error of ours that a connection throws while the request is open leaves the outcome unknown', async () => {
    await expect(askToSend(() => Promise.reject(new ChainError('CHAIN_UNAVAILABLE')), readHash)).rejects.toMatchObject({ code: 'WALLET_OUTCOME' })
  })

  it('passes on what the reader makes of the answer', async () => {
    expect(await askToSend(async () => '0x1', readHash)).toBe('0x1')
  })
})
