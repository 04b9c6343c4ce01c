import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { brokenChains } from '../../test/broken-chains.js'
import { brokenDescriptions } from '../../test/broken-descriptions.js'
import { brokenNames } from '../../test/broken-names.js'
import { brokenReads } from '../../test/broken-reads.js'
import { brokenReplacements } from '../../test/broken-replacements.js'
import { brokenTransactions } from '../../test/broken-transactions.js'
import { brokenWallets } from '../../test/broken-wallets.js'
import { type Tamper, tallyRig } from '../../test/tally-rig.js'
import { changeSession, connector, hanging, replace } from '../../test/tampers.js'
import {
  addressesCapability,
  type Balances,
  balancesCapability,
  type Messages,
  messagesCapability,
  networksCapability,
  remoteSessionsCapability,
  type Transactions,
  type Transfers,
  transactionsCapability,
  transfersCapability,
} from '../contracts/capabilities/index.js'
import { ChainError } from '../contracts/chain/index.js'
import { memoryStorage } from '../storage-driver.js'
import type { ChainRig } from './chain-rig.js'
import { createCheckRun } from './check-run.js'
import {
  chainChecks,
  createTestKernel,
  scriptedStandardWallet,
  tally,
  testConnector,
  testStorageDriver,
} from './index.js'

testConnector("tally's wallet", () => {
  const { wallet, ...rig } = tallyRig()
  if (!wallet) throw new TypeError('tally has a wallet')
  return { ...rig, wallet }
})

testStorageDriver('memory', memoryStorage)

it('a test kernel that is to be connected on a chain without a wallet throws NO_CONNECTOR with the namespace', async () => {
  await expect(
    createTestKernel({ plugins: [tally()], connected: 'tally:main' }),
  ).rejects.toMatchObject({ code: 'NO_CONNECTOR', message: expect.stringContaining('"tally"') })
})

const broken = [
  ...brokenChains,
  ...brokenDescriptions,
  ...brokenWallets,
  ...brokenReads,
  ...brokenTransactions,
  ...brokenReplacements,
  ...brokenNames,
]

describe('the chain suite', () => {
  it.concurrent.each(broken)('%s is found by the chain suite', async (_fault, id, tamper) => {
    const check = chainChecks.find(one => one.id === id)
    expect(check, `a check "${id}"`).toBeDefined()
    await expect(check?.run(tallyRig(tamper))).rejects.toThrow()
    // The same check passes on the intact plugin, so it caught the fault.
    expect(await check?.run(tallyRig())).toBe('pass')
  })

  const run = (id: string, tamper: Tamper = {}) =>
    chainChecks.find(one => one.id === id)?.run(tallyRig(tamper))
  it('a call that never resolves is found by the chain suite, and named', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const silent = <Value extends object>(
      ref: { readonly id: string },
      ...members: readonly (keyof Value)[]
    ): Tamper => ({
      offer: replace(ref, (value: Value) => ({
        ...value,
        ...Object.fromEntries(members.map(member => [member, hanging])),
      })),
    })
    const silences: readonly (readonly [id: string, call: string, tamper: Tamper])[] = [
      ['connect', 'connect', { contribute: connector(() => ({ connect: hanging })) }],
      ['switch', 'switch', silent(networksCapability, 'switch')],
      ['sign', 'sign', silent<Messages>(messagesCapability, 'sign')],
      ['balance', 'native', silent<Balances>(balancesCapability, 'native')],
      ['draft', 'prepare', silent<Transfers>(transfersCapability, 'prepare')],
      ['estimate', 'estimate', silent<Transactions>(transactionsCapability, 'estimate')],
      ['confirm', 'confirm', silent<Transactions>(transactionsCapability, 'confirm')],
      ['find', 'find', silent<Transactions>(transactionsCapability, 'find')],
      ['compare', 'compare', silent<Transactions>(transactionsCapability, 'compare')],
    ]
    const failures = Promise.all(
      silences.map(([id, , tamper]) => run(id, tamper)?.catch(error => error)),
    )
    const settled = failures.finally(() => vi.useRealTimers())
    while (vi.isFakeTimers()) {
      await vi.advanceTimersByTimeAsync(1_000)
      await new Promise(resolve => setImmediate(resolve))
    }
    expect((await settled).map(error => error?.message)).toEqual(
      silences.map(([, call]) => `\`${call}\` did not answer in 15 seconds.`),
    )
  })

  it('a chain with injected wallets only, which offers no remote sessions, passes the chain suite', async () => {
    const offline: Tamper = {
      offer: (ref, scope, value) =>
        ref.id === remoteSessionsCapability.id ? undefined : [scope, value],
    }
    expect(await run('offers', offline)).toBe('pass')
    expect(await run('remote scope', offline)).toMatch(/^not (offered|checked)/)
    expect(await run('remote session', offline)).toMatch(/^not (offered|checked)/)
  })

  it('a wallet that reports that it cannot switch or send passes the chain suite', async () => {
    const still = {
      contribute: changeSession(() => ({
        supports: capability => capability.id !== networksCapability.id,
      })),
    }
    const check = chainChecks.find(one => one.id === 'switch')
    const { otherNetwork: _other, ...rig } = tallyRig(still)
    expect(await check?.run(rig)).toMatch(/^not (offered|checked)/)
    const { otherNetwork: _another, ...able } = tallyRig()
    await expect(check?.run(able)).rejects.toThrow('the rig has to name another one')

    const poor: Tamper = {
      contribute: changeSession(() => ({
        supports: capability => capability.id !== transactionsCapability.id,
      })),
      offer: replace(transactionsCapability, (value: Transactions) => ({
        ...value,
        send: () => Promise.reject(new ChainError('WALLET_UNSUPPORTED')),
      })),
    }
    expect(await run('send', poor)).toMatch(/^not (offered|checked)/)
    expect(await run('give up sending', poor)).toMatch(/^not (offered|checked)/)
  })

  /** What the suite reports of a plugin, check by check. */
  async function outcomesOf(rig: () => ChainRig) {
    const run = createCheckRun(rig)
    const outcomes: { readonly id: string; readonly result: string; readonly error?: unknown }[] =
      []
    for (const check of chainChecks)
      outcomes.push(
        await run(check).then(
          result => ({ id: check.id, result }),
          error => ({ id: check.id, result: 'failed', error }),
        ),
      )
    return {
      failed: outcomes.filter(one => one.result === 'failed'),
      notRun: outcomes.filter(one => one.result.startsWith('not run')),
      skipped: outcomes.filter(one => /^not (offered|applicable|checked)/.test(one.result)),
    }
  }

  it('a plugin that throws in setup is one failure of the chain suite, with its cause', async () => {
    const cause = new TypeError('window is not defined')
    const { failed, notRun } = await outcomesOf(() =>
      tallyRig({
        setup() {
          throw cause
        },
      }),
    )
    expect(failed).toMatchObject([
      {
        id: 'setup',
        error: {
          code: 'PLUGIN_FAILED',
          message: expect.stringContaining('window is not defined'),
          cause,
        },
      },
    ])
    expect(notRun).toHaveLength(chainChecks.length - 1)
  })

  it('a missing connector is one failure of the chain suite, after three seconds, and names the wallet that has no feature to connect', async () => {
    const window = new EventTarget()
    vi.stubGlobal('window', window)
    onTestFinished(() => void vi.unstubAllGlobals())
    scriptedStandardWallet({
      name: 'Silent',
      target: window,
      chains: ['tally:main'],
      accounts: [{ address: 't_ada', publicKey: new Uint8Array(1) }],
      lacks: ['standard:connect'],
    })
    const since = performance.now()
    const { failed, notRun } = await outcomesOf(() =>
      tallyRig({ contribute: connector(() => ({ when: () => false })) }),
    )
    expect(failed).toMatchObject([
      {
        id: 'discover',
        error: {
          code: 'NO_CONNECTOR',
          message: expect.stringContaining(
            'The wallet "Silent" has tally:main and no standard:connect, so it is not listed.',
          ),
        },
      },
    ])
    expect(notRun.length).toBeGreaterThan(30)
    expect(performance.now() - since).toBeLessThan(8_000)
  })

  it('a wallet that cannot be connected is one failure of the chain suite besides what needs no session', async () => {
    const { failed, notRun } = await outcomesOf(() =>
      tallyRig({
        contribute: connector(() => ({ connect: () => Promise.reject(new TypeError('broken')) })),
      }),
    )
    expect(failed.map(one => one.id)).toEqual(['connect'])
    expect(notRun.length).toBeGreaterThan(30)
  })

  it('a rig that throws is one failure of the chain suite, with its cause', async () => {
    const cause = new TypeError('no ledger')
    const { failed, notRun } = await outcomesOf(() => {
      throw cause
    })
    expect(failed).toMatchObject([{ id: 'setup', error: { code: 'RIG_FAILED', cause } }])
    expect(notRun).toHaveLength(chainChecks.length - 1)
  })

  it('a chain that only connects and signs passes the chain suite, which lists what it does not offer', async () => {
    const needed: readonly string[] = [
      addressesCapability.id,
      networksCapability.id,
      messagesCapability.id,
    ]
    const {
      transfer: _transfer,
      balance: _balance,
      ...rig
    } = tallyRig({
      offer: (ref, scope, value) => (needed.includes(ref.id) ? [scope, value] : undefined),
    })
    const { failed, skipped } = await outcomesOf(() => ({
      ...rig,
      wallet: rig.wallet && Object.create(rig.wallet, { disconnects: { value: undefined } }),
    }))
    expect(failed).toEqual([])
    const of = (kind: string) =>
      skipped.filter(one => one.result.startsWith(kind)).map(one => one.id)
    expect(of('not checked')).toEqual(['tell the wallet'])
    expect(of('not applicable')).toEqual([])
    expect(of('not offered')).toEqual(
      expect.arrayContaining(['balance', 'activity', 'draft', 'send', 'remote session']),
    )
  })

  it('what no wallet of a kind can do is listed as not applicable by the chain suite, with the reason', async () => {
    const inapplicable = {
      announceAgain: 'these wallets do not announce themselves',
      withdraw: 'these wallets stay as long as the page',
      disconnects: 'these wallets have no request to disconnect',
    }
    const without = () => {
      const rig = tallyRig()
      const missing = Object.keys(inapplicable).map(name => [name, { value: undefined }])
      const wallet = Object.create(rig.wallet ?? expect.fail('tally has a wallet'), {
        ...Object.fromEntries(missing),
        inapplicable: { value: inapplicable },
      })
      return { ...rig, wallet }
    }
    const { failed, skipped } = await outcomesOf(without)
    expect(failed).toEqual([])
    expect(skipped).toEqual([
      { id: 'announced twice', result: `not applicable: ${inapplicable.announceAgain}` },
      { id: 'withdrawn', result: `not applicable: ${inapplicable.withdraw}` },
      { id: 'tell the wallet', result: `not applicable: ${inapplicable.disconnects}` },
    ])
  })

  it('Each check of the chain suite finds at least one fault', () => {
    const unproven = chainChecks.filter(check => !broken.some(([, id]) => id === check.id))
    expect(unproven.map(check => check.id)).toEqual([])
  })
})
