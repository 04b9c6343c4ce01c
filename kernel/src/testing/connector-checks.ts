/** Checks of a connector: connecting, following the wallet, disconnecting. */
import { expect } from 'vitest'
import { addressesCapability } from '../contracts/capabilities/index.js'
import { connectorsSlot, type WalletReport } from '../contracts/connector-kit/index.js'
import { createKernel } from '../kernel.js'
import type { ChainCheck, WalletLie } from './chain-rig.js'
import {
  answerInTime,
  discover,
  eventually,
  expectDeclined,
  expectGivenUp,
  expectSound,
  lacking,
  never,
  notChecked,
  walletCheck,
} from './check-bench.js'
import { expectPicture } from './plugin-checks.js'

/** Long enough for what a wallet sends in the same frame, and for its second look. */
const settled = () => new Promise(resolve => setTimeout(resolve, 400))

/** Checks that a wallet's lie is rejected before it has an effect. */
const disbelieves = (lie: WalletLie, words: string): ChainCheck =>
  walletCheck(
    `lie: ${lie}`,
    `takes no account from a wallet that answers with ${words}`,
    async ({ rig, wallet, connector, connected }) => {
      if (!wallet.lie?.(lie)) return notChecked(`the wallet of the rig cannot tell the lie ${lie}`)
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
  walletCheck(
    'discover',
    'lists its wallet while it is there',
    async ({ rig, connector }) => {
      expect(connector).toMatchObject({
        namespace: rig.namespace,
        id: expect.stringMatching(/./),
        name: expect.stringMatching(/\S/),
      })
      return undefined
    },
    'connector',
  ),
  walletCheck(
    'stable id',
    'gives a wallet the same id on the next page, and each wallet its own',
    async ({ rig, listed }) => {
      const ids = listed().map(one => one.id)
      expect(ids, 'each id once').toEqual([...new Set(ids)])
      const reported: unknown[] = []
      const kernel = createKernel({
        plugins: [rig.plugin()],
        onError: error => void reported.push(error),
      })
      try {
        await discover({ rig, kernel, reported })
        const again = kernel.items(connectorsSlot).filter(one => one.namespace === rig.namespace)
        expect(
          again.map(one => one.id).sort(),
          'a connection is restored by the id of its connector',
        ).toEqual([...ids].sort())
      } finally {
        kernel.dispose()
      }
      return undefined
    },
    'connector',
  ),
  walletCheck(
    'wallet picture',
    'names a picture of the wallet that the modal shows',
    async ({ connector: { imageUrl, imageId } }) => {
      if (!imageUrl) return notChecked(imageId ? 'it is named by id' : 'the wallet has no picture')
      expectPicture(imageUrl)
      return undefined
    },
    'connector',
  ),
  walletCheck(
    'announced twice',
    'lists a wallet that announces itself twice in one row',
    async ({ wallet, listed }) => {
      if (!wallet.announceAgain) return lacking(wallet, 'announceAgain')
      const before = listed().map(one => one.id)
      await wallet.announceAgain()
      await settled()
      expect(
        listed().map(one => one.id),
        'the connectors',
      ).toEqual(before)
      return undefined
    },
    'connector',
  ),
  walletCheck(
    'connect',
    'connects: an approval gives accounts and a network',
    async ({ rig, connected }) =>
      connected(async ({ walletSession }) => {
        expectSound(walletSession.report, rig.namespace)
        return undefined
      }),
    'connector',
  ),
  walletCheck('one prompt', 'connects with one prompt', async ({ wallet, connected }) => {
    const { prompts } = wallet
    await connected(async () => undefined)
    expect(wallet.prompts - prompts, 'the wallet prompts once').toBe(
      wallet.connectsWithoutPrompt ? 0 : 1,
    )
    return undefined
  }),
  walletCheck('connect again', 'connects again after a disconnect', async ({ rig, connected }) => {
    await connected(async () => undefined)
    await connected(async ({ walletSession }) => expectSound(walletSession.report, rig.namespace))
    return undefined
  }),
  walletCheck(
    'aborted connect',
    'asks no wallet after the person has cancelled',
    async ({ rig, wallet, connector }) => {
      const { prompts } = wallet
      await expect(
        connector.connect({ network: rig.network }, AbortSignal.abort()),
        'a connect whose signal has aborted is rejected',
      ).rejects.toBeDefined()
      expect(wallet.prompts, 'no prompt').toBe(prompts)
      return undefined
    },
  ),
  walletCheck(
    'decline',
    'connects again after a rejection',
    async ({ wallet, connector, rig, connected }) => {
      if (wallet.connectsWithoutPrompt) return notChecked('the wallet connects without a prompt')
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
      if (shown.length < 2)
        return notChecked(
          `the rig names ${shown.length} \`addresses\` of its wallet, and the check needs two`,
        )
      return connected(async ({ walletSession }) => {
        const reported = walletSession.report.accounts.map(account => account.address)
        expect(reported[0], 'the selected one first').toBe(shown[0])
        expect(
          [...reported].sort(),
          `${reported.length} accounts of the session, ${shown.length} of the wallet by the rig's \`addresses()\`; a wallet that shows a page one account names one there`,
        ).toEqual([...shown].sort())
        return undefined
      })
    },
  ),
  walletCheck(
    'account change',
    'reports another account completely',
    async ({ wallet, connected }) => {
      if (!wallet.switchAccount) return lacking(wallet, 'switchAccount')
      return connected(async ({ walletSession }) => {
        const reports: (WalletReport | undefined)[] = []
        const stop = walletSession.watch(report => void reports.push(report))
        const address = await answerInTime('switchAccount', wallet.switchAccount?.())
        await eventually(
          () => reports.at(-1)?.accounts[0]?.address,
          5_000,
          value => expect(value, 'the line reports the other account, first').toBe(address),
        )
        stop()
        return undefined
      })
    },
  ),
  walletCheck(
    'change while connecting',
    'reports the last account of a wallet that changes it while it connects',
    async ({ wallet, connector, rig }) => {
      if (!wallet.switchAccount) return lacking(wallet, 'switchAccount')
      if (wallet.connectsWithoutPrompt) return notChecked('the wallet connects without a prompt')
      const { prompts } = wallet
      const connecting = connector.connect({ network: rig.network }, never())
      // Not by `eventually`, which looks too seldom: the wallet has answered in a millisecond.
      for (let look = 0; look < 1_000 && wallet.prompts === prompts; look++)
        await new Promise(resolve => setTimeout(resolve))
      const address = await wallet.switchAccount()
      const walletSession = await connecting
      let latest: WalletReport | undefined = walletSession.report
      walletSession.watch(report => {
        latest = report
      })
      await eventually(
        () => latest?.accounts[0]?.address,
        5_000,
        value => expect(value, 'the last account, first').toBe(address),
      )
      await walletSession.disconnect(never())
      return undefined
    },
  ),
  walletCheck(
    'stopped listener',
    'calls no listener that was removed',
    async ({ wallet, connected }) => {
      if (!wallet.switchAccount) return lacking(wallet, 'switchAccount')
      return connected(async ({ walletSession }) => {
        const reports: unknown[] = []
        const stop = walletSession.watch(report => void reports.push(report))
        stop()
        await answerInTime('switchAccount', wallet.switchAccount?.())
        await settled()
        expect(reports, 'reports to a listener that was removed').toEqual([])
        return undefined
      })
    },
  ),
  walletCheck(
    'withdrawn',
    'removes the row of a wallet that leaves the page, and ends its session',
    async ({ wallet, listed, connect }) => {
      if (!wallet.withdraw) return lacking(wallet, 'withdraw')
      const reports: (WalletReport | undefined)[] = []
      const { walletSession } = await connect()
      walletSession.watch(report => void reports.push(report))
      await answerInTime('withdraw', wallet.withdraw())
      await eventually(listed, 3_000, value =>
        expect(value, 'the connectors of the chain').toEqual([]),
      )
      await eventually(
        () => reports.length > 0 && (reports.at(-1)?.accounts.length ?? 0) === 0,
        3_000,
        value => expect(value, 'undefined, or a report without accounts').toBe(true),
      )
      return undefined
    },
  ),
  walletCheck('hang up', 'reports a disconnect by the wallet', async ({ wallet, connected }) => {
    if (!wallet.disconnectByWallet) return lacking(wallet, 'disconnectByWallet')
    return connected(async ({ walletSession }) => {
      const reports: (WalletReport | undefined)[] = []
      walletSession.watch(report => void reports.push(report))
      await answerInTime('disconnectByWallet', wallet.disconnectByWallet?.())
      const gone = () => reports.length > 0 && (reports.at(-1)?.accounts.length ?? 0) === 0
      await eventually(gone, 5_000, value =>
        expect(value, 'undefined, or a report without accounts').toBe(true),
      )
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
      if (!wallet.disconnectByWallet) return lacking(wallet, 'disconnectByWallet')
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
    'tell the wallet',
    'tells the wallet that the page disconnects',
    async ({ wallet, connected }) => {
      const before = wallet.disconnects
      if (before === undefined || wallet.inapplicable?.disconnects)
        return lacking(wallet, 'disconnects')
      await connected(async () => undefined)
      expect(wallet.disconnects, 'requests to disconnect').toBeGreaterThan(before)
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
      await eventually(
        () => wallet.listeners,
        3_000,
        value => expect(value, 'listeners at the wallet').toBe(0),
      )
      expect(kernel.capability(addressesCapability, rig.network), 'offers').toBeUndefined()
      expect(kernel.items(connectorsSlot), 'connectors').toEqual([])
      return undefined
    },
  ),
]
