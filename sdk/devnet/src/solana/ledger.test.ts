import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type SolanaLedger, startingLamports, startSolanaLedger } from './ledger.js'

let ledger: SolanaLedger
beforeAll(async () => {
  ledger = await startSolanaLedger()
})
afterAll(() => ledger.stop())

describe('the Solana ledger', () => {
  it('funds', async () => {
    expect(await ledger.balanceOf(ledger.accounts[0].address)).toBe(startingLamports)
    expect(await ledger.balanceOf(ledger.accounts[0].address, ledger.tokens.toll.mint)).toBe(10_000_000_000n)
    console.log(
      await ledger.request('getTokenAccountsByOwner', [ledger.accounts[0].address, { programId: ledger.tokens.toll.program }, { encoding: 'jsonParsed' }]),
    )
    await ledger.snapshot('a')
    const sig = await ledger.request('requestAirdrop', [ledger.accounts[5].address, 5])
    console.log(await ledger.request('getSignatureStatuses', [[sig]]), await ledger.request('getTransaction', [sig]))
    expect(await ledger.balanceOf(ledger.accounts[5].address)).toBe(startingLamports + 5n)
    await ledger.revert('a')
    expect(await ledger.balanceOf(ledger.accounts[5].address)).toBe(startingLamports)
  })
})
