/** Checks of a connector: connecting, following the wallet, disconnecting. */
import { expect } from 'vitest'
import { addressesCapability } from '../contracts/capabilities/index.js'
import { connectorsSlot, type WalletReport } from '../contracts/connector-kit/index.js'
import type { ChainCheck, WalletLie } from './chain-rig.js'
import {
  answerInTime,
  expectDeclined,
  expectGivenUp,
  expectSound,
  never,
  walletCheck,
} from './check-bench.js'

/** Checks that a wallet's lie is rejected before it has an effect. */
const disbelieves = (lie: WalletLie, words: string): ChainCheck =>
  walletCheck(
    `lie: ${lie}`,
    `takes no account from a wallet that answers with ${words}`,
    async ({ rig, wallet, connector, connected }) => {
      if (!wallet.lie?.(lie)) return 'unsupported'
      const before = wallet.listeners
      const walletSession = await connector
        .connect({ network: rig.network }, never())
        .catch(() => undefined)
      expect(walletSession?.report.accounts ?? [], 'nothing of it is used').toEqual([])
      await walletSession?.disconnect(never())
      expect(wallet.listeners, 'and no listener stays behind').toBe(before)
      wallet.lie(undefined)
      await connected(async ({ walletSession }) => expectSound(walletSession.report, rig.namespace))
      return undefined
    },
  )

/** In the order in which a person meets them. */
export const arrivalChecks: readonly ChainCheck[] = [
  walletCheck('discover', 'lists its wallet while it is there', async ({ rig, connector }) => {
    expect(connector).toMatchObject({
      namespace: rig.namespace,
      id: expect.stringMatching(/./),
      name: expect.stringMatching(/./),
    })
    return undefined
  }),
  walletCheck(
    'connect',
    'connects: an approval gives accounts and a network',
    async ({ rig, wallet, connected }) => {
      const prompts = wallet.prompts
      await connected(async ({ walletSession }) => expectSound(walletSession.report, rig.namespace))
      expect(wallet.prompts - prompts, 'the wallet prompts once').toBe(
        wallet.connectsWithoutPrompt ? 0 : 1,
      )
      return undefined
    },
  ),
  walletCheck(
    'decline',
    'connects again after a rejection',
    async ({ wallet, connector, rig, connected }) => {
      if (wallet.connectsWithoutPrompt) return 'unsupported'
      wallet.policy = 'decline'
      await expectDeclined(connector.connect({ network: rig.network }, never()))
      wallet.policy = 'approve'
      await connected(async ({ walletSession }) => expectSound(walletSession.report, rig.namespace))
      return undefined
    },
  ),
  walletCheck('give up', 'ends an aborted connect', async ({ wallet, connector, rig }) => {
    const before = wallet.listeners
    const { prompts } = wallet
    wallet.policy = 'hang'
    await expectGivenUp(
      signal => connector.connect({ network: rig.network }, signal),
      () => wallet.connectsWithoutPrompt === true || wallet.prompts > prompts,
    )
    expect(wallet.listeners, 'and leaves no listener at the wallet').toBe(before)
    return undefined
  }),
  walletCheck(
    'several accounts',
    'reports every account of the wallet, the selected one first',
    async ({ wallet, connected }) => {
      const shown = wallet.addresses?.() ?? []
      if (shown.length < 2) return 'unsupported'
      return connected(async ({ walletSession }) => {
        const reported = walletSession.report.accounts.map(account => account.address)
        expect(reported[0], 'the selected one first').toBe(shown[0])
        expect([...reported].sort()).toEqual([...shown].sort())
        return undefined
      })
    },
  ),
  walletCheck(
    'account change',
    'reports another account completely',
    async ({ wallet, connected }) => {
      if (!wallet.switchAccount) return 'unsupported'
      return connected(async ({ walletSession }) => {
        const reports: (WalletReport | undefined)[] = []
        const stop = walletSession.watch(report => void reports.push(report))
        const address = await answerInTime('switchAccount', wallet.switchAccount?.())
        await expect
          .poll(() => reports.at(-1)?.accounts[0]?.address, {
            timeout: 5_000,
            message: 'the line reports the other account, first',
          })
          .toBe(address)
        stop()
        return undefined
      })
    },
  ),
  walletCheck('hang up', 'reports a disconnect by the wallet', async ({ wallet, connected }) => {
    if (!wallet.disconnectByWallet) return 'unsupported'
    return connected(async ({ walletSession }) => {
      const reports: (WalletReport | undefined)[] = []
      walletSession.watch(report => void reports.push(report))
      await answerInTime('disconnectByWallet', wallet.disconnectByWallet?.())
      const gone = () => reports.length > 0 && (reports.at(-1)?.accounts.length ?? 0) === 0
      await expect
        .poll(gone, { timeout: 5_000, message: 'undefined, or a report without accounts' })
        .toBe(true)
      return undefined
    })
  }),
  disbelieves('no-accounts', 'no account'),
  disbelieves('malformed', 'what is no account'),
  disbelieves('other-network', 'accounts of another network'),
]

export const leavingChecks: readonly ChainCheck[] = [
  walletCheck(
    'restore',
    'restores without a prompt',
    async ({ wallet, connector, rig, connect }) => {
      await connect()
      const prompts = wallet.prompts
      const restored = await connector.restore({ network: rig.network }, never())
      expect(wallet.prompts, 'no prompt').toBe(prompts)
      expect(restored, 'an approved page is taken up again').toBeDefined()
      if (restored) expectSound(restored.report, rig.namespace)
      await restored?.disconnect(never())
      return undefined
    },
  ),
  walletCheck(
    'restore nothing',
    'restores nothing, and opens no prompt, where the wallet forgot the page',
    async ({ wallet, connector, rig, connect }) => {
      if (!wallet.disconnectByWallet) return 'unsupported'
      const { walletSession } = await connect()
      await answerInTime('disconnectByWallet', wallet.disconnectByWallet())
      await walletSession.disconnect(never())
      const prompts = wallet.prompts
      expect(await connector.restore({ network: rig.network }, never())).toBeUndefined()
      expect(wallet.prompts, 'no prompt').toBe(prompts)
      return undefined
    },
  ),
  walletCheck(
    'let go',
    'unsubscribes from its wallet when the last watcher is removed',
    async ({ wallet, connected }) => {
      const before = wallet.listeners
      return connected(async ({ walletSession }) => {
        const stops = [walletSession.watch(() => undefined), walletSession.watch(() => undefined)]
        for (const stop of stops) stop()
        expect(wallet.listeners, 'no listener stays behind').toBe(before)
        return undefined
      })
    },
  ),
  walletCheck(
    'disconnect',
    'disconnects, and leaves no listener behind',
    async ({ wallet, connected }) => {
      const before = wallet.listeners
      await connected(async ({ walletSession }) => void walletSession.watch(() => undefined))
      expect(wallet.listeners, 'no listener stays behind').toBe(before)
      return undefined
    },
  ),
  walletCheck(
    'dispose',
    'leaves no listener, offer or connector behind when it is disposed',
    async ({ kernel, wallet, rig, connect }) => {
      const { walletSession } = await connect()
      walletSession.watch(() => undefined)
      kernel.dispose()
      await expect
        .poll(() => wallet.listeners, { timeout: 3_000, message: 'listeners at the wallet' })
        .toBe(0)
      expect(kernel.capability(addressesCapability, rig.network), 'offers').toBeUndefined()
      expect(kernel.items(connectorsSlot), 'connectors').toEqual([])
      return undefined
    },
  ),
]
