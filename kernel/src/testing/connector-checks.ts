/** What a way to a wallet owes: getting in, hearing what happens there, and getting out. */
import { expect } from 'vitest'
import { addresses, connectors, type WalletReport } from '../contracts/index.js'
import type { ChainCheck, WalletLie } from './chain-rig.js'
import { expectDeclined, expectGivenUp, expectSound, inTime, never, walletCheck } from './check-bench.js'

/** A wallet's word is checked before anybody acts on it. */
const disbelieves = (lie: WalletLie, words: string): ChainCheck =>
  walletCheck(`lie: ${lie}`, `takes no account from a wallet that answers with ${words}`, async ({ rig, wallet, connector, connected }) => {
    if (!wallet.lie?.(lie)) return 'unsupported'
    const before = wallet.listeners
    const line = await connector.connect({ network: rig.network }, never()).catch(() => undefined)
    expect(line?.report.accounts ?? [], 'nothing of it is used').toEqual([])
    await line?.disconnect(never())
    expect(wallet.listeners, 'and no listener stays behind').toBe(before)
    wallet.lie(undefined)
    await connected(async ({ line }) => expectSound(line.report, rig.namespace))
    return undefined
  })

/** In the order in which a person meets them. */
export const arrivalChecks: readonly ChainCheck[] = [
  walletCheck('discover', 'lists its wallet while it is there', async ({ rig, connector }) => {
    expect(connector).toMatchObject({ chain: rig.namespace, id: expect.stringMatching(/./), name: expect.stringMatching(/./) })
    return undefined
  }),
  walletCheck('connect', 'connects: an approval gives accounts and a network', async ({ rig, wallet, connected }) => {
    const prompts = wallet.prompts
    await connected(async ({ line }) => expectSound(line.report, rig.namespace))
    expect(wallet.prompts - prompts, 'the person is asked once').toBe(wallet.asksNobody ? 0 : 1)
    return undefined
  }),
  walletCheck('decline', 'connects again after the person declined', async ({ wallet, connector, rig, connected }) => {
    if (wallet.asksNobody) return 'unsupported'
    wallet.policy = 'decline'
    await expectDeclined(connector.connect({ network: rig.network }, never()))
    wallet.policy = 'approve'
    await connected(async ({ line }) => expectSound(line.report, rig.namespace))
    return undefined
  }),
  walletCheck('give up', 'gives up a connect that nobody waits for any more', async ({ wallet, connector, rig }) => {
    const before = wallet.listeners
    const { prompts } = wallet
    wallet.policy = 'hang'
    await expectGivenUp(
      signal => connector.connect({ network: rig.network }, signal),
      () => wallet.asksNobody === true || wallet.prompts > prompts,
    )
    expect(wallet.listeners, 'and leaves no listener at the wallet').toBe(before)
    return undefined
  }),
  walletCheck('several accounts', 'reports every account that the wallet shows, the selected one first', async ({ wallet, connected }) => {
    const shown = wallet.addresses?.() ?? []
    if (shown.length < 2) return 'unsupported'
    return connected(async ({ line }) => {
      const reported = line.report.accounts.map(account => account.address)
      expect(reported[0], 'the selected one first').toBe(shown[0])
      expect([...reported].sort()).toEqual([...shown].sort())
      return undefined
    })
  }),
  walletCheck('account change', 'reports another account whole', async ({ wallet, connected }) => {
    if (!wallet.switchAccount) return 'unsupported'
    return connected(async ({ line }) => {
      const reports: (WalletReport | undefined)[] = []
      const stop = line.watch(report => void reports.push(report))
      const address = await inTime('switchAccount', wallet.switchAccount?.())
      await expect.poll(() => reports.at(-1)?.accounts[0]?.address, { timeout: 5_000, message: 'the line reports the other account, first' }).toBe(address)
      stop()
      return undefined
    })
  }),
  walletCheck('hang up', 'says when the wallet hung up', async ({ wallet, connected }) => {
    if (!wallet.hangUp) return 'unsupported'
    return connected(async ({ line }) => {
      const reports: (WalletReport | undefined)[] = []
      line.watch(report => void reports.push(report))
      await inTime('hangUp', wallet.hangUp?.())
      const gone = () => reports.length > 0 && (reports.at(-1)?.accounts.length ?? 0) === 0
      await expect.poll(gone, { timeout: 5_000, message: 'undefined, or a report without accounts' }).toBe(true)
      return undefined
    })
  }),
  disbelieves('no-accounts', 'no account'),
  disbelieves('malformed', 'what is no account'),
  disbelieves('other-network', 'accounts of another network'),
]

export const leavingChecks: readonly ChainCheck[] = [
  walletCheck('restore', 'restores without asking anybody', async ({ wallet, connector, rig, connect }) => {
    await connect()
    const prompts = wallet.prompts
    const restored = await connector.restore({ network: rig.network }, never())
    expect(wallet.prompts, 'no prompt').toBe(prompts)
    expect(restored, 'an approved page is taken up again').toBeDefined()
    if (restored) expectSound(restored.report, rig.namespace)
    await restored?.disconnect(never())
    return undefined
  }),
  walletCheck('restore nothing', 'takes nothing up, and asks nobody, where the wallet forgot the page', async ({ wallet, connector, rig, connect }) => {
    if (!wallet.hangUp) return 'unsupported'
    const { line } = await connect()
    await inTime('hangUp', wallet.hangUp())
    await line.disconnect(never())
    const prompts = wallet.prompts
    expect(await connector.restore({ network: rig.network }, never())).toBeUndefined()
    expect(wallet.prompts, 'no prompt').toBe(prompts)
    return undefined
  }),
  walletCheck('let go', 'lets go of its wallet when nobody watches any more', async ({ wallet, connected }) => {
    const before = wallet.listeners
    return connected(async ({ line }) => {
      const stops = [line.watch(() => undefined), line.watch(() => undefined)]
      for (const stop of stops) stop()
      expect(wallet.listeners, 'no listener stays behind').toBe(before)
      return undefined
    })
  }),
  walletCheck('disconnect', 'disconnects, and is forgotten by lines that are over', async ({ wallet, connected }) => {
    const before = wallet.listeners
    await connected(async ({ line }) => void line.watch(() => undefined))
    expect(wallet.listeners, 'no listener stays behind').toBe(before)
    return undefined
  }),
  walletCheck('dispose', 'leaves no listener, offer or connector behind when it is disposed', async ({ kernel, wallet, rig, connect }) => {
    const { line } = await connect()
    line.watch(() => undefined)
    kernel.dispose()
    await expect.poll(() => wallet.listeners, { timeout: 3_000, message: 'listeners at the wallet' }).toBe(0)
    expect(kernel.capability(addresses, rig.network), 'offers').toBeUndefined()
    expect(kernel.items(connectors), 'connectors').toEqual([])
    return undefined
  }),
]
