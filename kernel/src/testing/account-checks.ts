/** Checks of a chain with a connected wallet: its accounts, and switching the network. */
import { expect } from 'vitest'
import { addressesCapability, networksCapability } from '../contracts/capabilities/index.js'
import { chainsSlot } from '../contracts/chain/index.js'
import type { WalletReport } from '../contracts/connector-kit/index.js'
import type { ChainCheck } from './chain-rig.js'
import { eventually, lacking, never, notChecked, notOffered, walletCheck } from './check-bench.js'

/** In the order in which a person meets them. */
export const accountChecks: readonly ChainCheck[] = [
  walletCheck(
    'canonical accounts',
    'reports each account once, in the text that `addresses.parse` makes of it',
    async ({ offered, connected }) =>
      connected(async ({ walletSession: { report } }) => {
        const offer = offered(addressesCapability, report.network)
        const reported = report.accounts.map(account => account.address)
        const parsed = await Promise.all(
          reported.map(async text => (await offer?.parse(text, report.network, never()))?.address),
        )
        expect(reported, 'in canonical text').toEqual(parsed)
        expect(reported, 'each once').toEqual([...new Set(reported)])
        return undefined
      }),
  ),
  walletCheck('switch', 'switches the network', async ({ kernel, rig, offered, connected }) =>
    connected(async ({ walletSession, via }) => {
      if (!offered(networksCapability)?.switch) return notOffered('networks.switch')
      if (via.supports?.(networksCapability) === false)
        return notChecked('the wallet of the rig cannot switch')
      const { otherNetwork } = rig
      if (!otherNetwork) {
        expect(
          kernel.items(chainsSlot).flatMap(chain => chain.networks),
          'the chain has several networks: the rig has to name another one',
        ).toHaveLength(1)
        return notChecked('the chain has one network')
      }
      const reports: (WalletReport | undefined)[] = []
      const stop = walletSession.watch(report => void reports.push(report))
      for (const network of [otherNetwork, rig.network]) {
        await offered(networksCapability, network)?.switch?.(via, network, never())
        await eventually(
          () => reports.at(-1)?.network,
          5_000,
          value =>
            expect(value, 'the line reports the network that it was switched to').toBe(network),
        )
      }
      stop()
      return undefined
    }),
  ),
  walletCheck(
    'moved',
    'reports the network that the person chooses in the wallet',
    async ({ rig, wallet, connected }) => {
      const { moveTo } = wallet
      if (!moveTo) return lacking(wallet, 'moveTo')
      const { otherNetwork } = rig
      if (!otherNetwork) return notChecked('the rig names no `otherNetwork`')
      return connected(async ({ walletSession }) => {
        let latest: WalletReport | undefined
        const stop = walletSession.watch(report => {
          latest = report
        })
        for (const network of [otherNetwork, rig.network]) {
          await moveTo.call(wallet, network)
          await eventually(
            () => latest?.network,
            5_000,
            value => expect(value, 'the network of the wallet').toBe(network),
          )
        }
        stop()
        return undefined
      })
    },
  ),
]
