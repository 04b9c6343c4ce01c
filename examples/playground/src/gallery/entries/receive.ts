import { addressesCapability } from '@portico/kernel/capabilities'
import { mainnet } from '@portico/plugin-eip155'
import { receive, receiveView } from '@portico/plugin-receive'
import { definePlugin, type Plugin } from '@portico/sdk'
import type { Chapter, Entry } from '../entry.js'
import { longNames } from '../names.js'
import { type Setting, type Stage, shadow } from '../stage.js'

const view = receiveView.id
/** A chain that writes its requests like this. */
const writing = (uri: () => Promise<string>): Plugin =>
  definePlugin({
    id: 'gallery/scheme',
    setup: context =>
      void context.offer(addressesCapability, mainnet.caipNetworkId, {
        looksLike: () => true,
        parse: async address => ({ address }),
        shorten: address => address,
        uri,
      }),
  })
const usual: Setting = { plugins: chain => [chain, receive()] }
async function shown({ connect, open }: Stage, amount?: string): Promise<void> {
  await connect()
  open({ view: receiveView, params: amount === undefined ? undefined : { amount } })
}
const drawn = ({ until }: Stage) =>
  until(() => shadow()?.querySelector('.p-qr svg[role=img]'), 'the code is there')
const entry = (
  id: string,
  kind: Entry['kind'],
  title: string,
  setting: Setting,
  prepare: Entry['prepare'],
): Entry => ({
  id: `receive/${id}`,
  view,
  kind,
  title,
  setting,
  prepare,
})

const chapter: Chapter = {
  hasIcons: true,
  plugins: () => [receive()],
  entries: [
    entry(
      'loading',
      'loading',
      'The code is on its way',
      { plugins: chain => [chain, writing(() => new Promise(() => undefined)), receive()] },
      async stage => {
        await shown(stage)
        await stage.see('Copy address')
      },
    ),
    entry('empty', 'empty', 'No wallet is connected', usual, async ({ open, see }) => {
      open({ view: receiveView })
      await see('Connect a wallet to receive')
    }),
    entry('full', 'full', 'The address as a code', usual, async stage => {
      await shown(stage)
      await drawn(stage)
    }),
    entry('amount', 'step', 'A request for an amount', usual, async stage => {
      await shown(stage, '0.25')
      await drawn(stage)
      await stage.see('Copy request')
    }),
    entry('problem', 'step', 'What is no amount', usual, async stage => {
      await shown(stage, '1,5')
      await stage.see('with a point')
    }),
    entry(
      'error',
      'error',
      'The code could not be drawn',
      {
        plugins: chain => [
          chain,
          writing(() => Promise.reject(new TypeError('gallery'))),
          receive(),
        ],
      },
      async stage => {
        await shown(stage)
        await stage.see('could not be drawn')
      },
    ),
    entry(
      'long',
      'long',
      'A long name of the network',
      { ...usual, networks: [{ chainId: 1, name: longNames[0], symbol: 'EXTRAORDINARYTOKEN' }] },
      async stage => {
        await shown(stage)
        await drawn(stage)
      },
    ),
  ],
}
export default chapter
