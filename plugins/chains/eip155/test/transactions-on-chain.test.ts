/** On local Anvil nodes: what is sent arrives, and what is read is the chain's state. */
import { devAccounts } from '@portico/devnet'
import { transactionsCapability, transfersCapability } from '@portico/kernel/capabilities'
import type { Draft } from '@portico/kernel/chain'
import { eip155Transaction } from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'
import { describe, expect, it } from 'vitest'
import type { Eip155Handle } from '../src/wallets/handle.js'
import { never, thrownBy } from './bench.js'
import { chain, devnet, dollar, from, offer, setUpChain, via } from './on-chain-bench.js'
import { network, receiver, sender } from './on-chain-rig.js'

setUpChain()

describe('a transaction on a chain', () => {
  describe('after the wallet got the request', () => {
    const pay = (amount: bigint) =>
      eip155Transaction.draft(network, { to: receiver, value: amount })
    const payDollars = async (amount: bigint) =>
      (
        await offer(transfersCapability).prepare(
          { from, to: receiver, network, asset: dollar(), amount, decimals: 6 },
          never(),
        )
      ).draft
    const describeIt = async (draft: Draft, account = from) =>
      (await offer(transactionsCapability).describe?.(account, [draft], never())) ?? ''
    const compare = (hash: string, description: string) =>
      offer(transactionsCapability).compare?.(hash, network, description, never())
    const find = (description: string) =>
      offer(transactionsCapability).find?.(network, description, never())
    const unrelated = devAccounts[3].address

    it('[S2] a sent transaction is compared with its description: the same, another recipient, another amount, another sender', async () => {
      for (const draft of [pay(77n), await payDollars(77n)]) {
        const description = await describeIt(draft)
        const { hash } = await offer(transactionsCapability).send(via, from, draft, never())
        expect(await compare(hash, description)).toEqual({ status: 'same' })
      }
      const description = await describeIt(pay(77n))
      const dollars = await describeIt(await payDollars(77n))
      const sendRaw = async (transaction: object) =>
        (await chain.request('eth_sendTransaction', [transaction])) as string
      expect(
        await compare(await sendRaw({ from: sender, to: unrelated, value: '0x4d' }), description),
      ).toEqual({ status: 'different', to: unrelated })
      expect(
        await compare(await sendRaw({ from: sender, to: receiver, value: '0x4e' }), description),
      ).toEqual({ status: 'different', amount: 78n })
      expect(
        await compare(
          await sendRaw({ from: devAccounts[1].address, to: receiver, value: '0x4d' }),
          description,
        ),
      ).toEqual({
        status: 'different',
        from: devAccounts[1].address,
      })
      const otherTransfer = eip155Transaction.read(
        (
          await offer(transfersCapability).prepare(
            { from, to: unrelated, network, asset: dollar(), amount: 78n, decimals: 6 },
            never(),
          )
        ).draft,
      )
      expect(
        await compare(
          await sendRaw({ from: sender, to: otherTransfer?.to, data: otherTransfer?.data }),
          dollars,
        ),
      ).toEqual({
        status: 'different',
        to: unrelated,
        amount: 78n,
      })
    })

    it('[R19] [S23] a cancel by the wallet compares as a cancel, and a payment of 200 blocks ago is found', async () => {
      const description = await describeIt(pay(79n))
      const cancel = (await chain.request('eth_sendTransaction', [
        { from: sender, to: sender, value: '0x0' },
      ])) as string
      expect(await compare(cancel, description)).toEqual({ status: 'different', isCancel: true })
      const { hash } = await offer(transactionsCapability).send(via, from, pay(79n), never())
      await chain.mine(200)
      expect(await find(description)).toEqual({ status: 'found', hash })
    }, 30_000)

    it('[S2] a bundle of an account of EIP-7702 is compared by its effect', async () => {
      const snapshot = await devnet.snapshot()
      try {
        const drafts = [pay(78n), await payDollars(79n)]
        const descriptions = await Promise.all(
          [...drafts, pay(77n), await payDollars(78n)].map(draft => describeIt(draft)),
        )
        const { hash } = (await offer(transactionsCapability).sendAll?.(
          via,
          from,
          drafts,
          never(),
        )) ?? { hash: '' }
        const outcomes = await Promise.all(
          descriptions.map(description => compare(hash, description)),
        )
        // The other payment of the bundle was not described.
        const [added, addedDollars] = [{ status: 'different' }, { status: 'different' }]
        expect(outcomes).toEqual([
          added,
          addedDollars,
          { status: 'different', amount: 78n },
          { status: 'different', amount: 79n },
        ])
        const describeAll = async (...all: readonly Draft[]) =>
          (await offer(transactionsCapability).describe?.(from, all, never())) ?? ''
        const [paid, dollars] = drafts as [Draft, Draft]
        expect(await compare(hash, await describeAll(paid, dollars))).toEqual({ status: 'same' })
        expect(await compare(hash, await describeAll(pay(77n), dollars))).toEqual({
          status: 'different',
          amount: 78n,
        })
        expect(await compare(hash, await describeAll(paid, await payDollars(78n)))).toEqual({
          status: 'different',
          amount: 79n,
        })
        expect(await compare(hash, await describeAll(paid, dollars, pay(1n)))).toEqual({
          status: 'different',
        })
      } finally {
        await devnet.revert(snapshot)
      }
    })

    it('[S23] a payment that the wallet sent before it returned an error is found, mined and pending; one that it did not send stays open', async () => {
      let sent = ''
      const handle = via.handle as Eip155Handle
      const request: Eip155Handle['request'] = async (method, params, signal) => {
        const answer = await handle.request(method, params, signal)
        if (method !== 'eth_sendTransaction') return answer
        sent = String(answer)
        throw Object.assign(new Error('Internal JSON-RPC error.'), { code: -32603 })
      }
      const broken: Connection = { ...via, handle: { ...handle, request } }
      const draft = pay(80n)
      try {
        const first = await describeIt(draft)
        expect(await find(first)).toEqual({ status: 'open' })
        expect(
          await thrownBy(offer(transactionsCapability).send(broken, from, draft, never())),
        ).toMatchObject({ code: 'WALLET_OUTCOME' })
        await chain.mine(3)
        expect(await find(first)).toEqual({ status: 'found', hash: sent })
        // The same payment again is a new one, for which the earlier one is not taken.
        const second = await describeIt(draft)
        expect(await find(second)).toEqual({ status: 'open' })
        await chain.request('evm_setAutomine', [false])
        await thrownBy(offer(transactionsCapability).send(broken, from, draft, never()))
        expect(await find(second)).toEqual({ status: 'found', hash: sent })
      } finally {
        await chain.request('evm_setAutomine', [true])
        await chain.mine()
      }
    })
  })
})
