import { connectView } from '@portico/kernel/connect-page'
import { discoveriesSlot } from '@portico/kernel/connector-kit'
import {
  acceptTermsView,
  type ConnectGateOptions,
  connectGate,
  connectWalletsView,
} from '@portico/plugin-connection'
import { definePlugin } from '@portico/sdk'
import type { Chapter } from '../entry.js'
import { longNames } from '../names.js'
import { sampleFeatures } from '../sample-features.js'
import { type Setting, shadow } from '../stage.js'

const links = {
  termsConditionsUrl: 'https://app.example/terms',
  privacyPolicyUrl: 'https://app.example/privacy',
}
const withGate = (options: ConnectGateOptions, others = false): Setting => ({
  plugins: chain => [
    chain,
    connectGate(options),
    ...(others ? [sampleFeatures({ connect: true })] : []),
  ],
})
/** A chain that never says which wallets it has. */
const endlessSearch = definePlugin({
  id: 'gallery/endless-search',
  setup: context =>
    void context.contribute(discoveriesSlot, {
      id: 'endless',
      start: () => new Promise(() => undefined),
    }),
})
const box = () => shadow()?.querySelector<HTMLInputElement>('input[type=checkbox]')

const chapter: Chapter = {
  plugins: () => [connectGate()],
  entries: [
    {
      id: 'connect/terms',
      view: connectView.id,
      kind: 'step',
      title: 'A box to tick first',
      setting: withGate({ ...links, legalCheckbox: true }, true),
      async prepare({ open, see }) {
        open()
        await see('I accept')
        await see('E-mail')
      },
    },
    {
      id: 'connect/terms-first',
      view: connectView.id,
      kind: 'step',
      title: 'A wallet before the box was ticked',
      setting: withGate({ ...links, legalCheckbox: true }),
      async prepare({ open, press, until }) {
        open()
        await press('Specter')
        await until(
          () => shadow()?.querySelector('[aria-invalid]'),
          'the box is marked as required',
        )
      },
    },
    {
      id: 'connect/terms-accepted',
      view: connectView.id,
      kind: 'step',
      title: 'The box is ticked',
      setting: withGate({ ...links, legalCheckbox: true }),
      async prepare({ open, see, until }) {
        open()
        await see('Specter')
        box()?.click()
        await until(
          () => shadow()?.querySelector('[aria-disabled=false]'),
          'the connect methods are enabled',
        )
      },
    },
    {
      id: 'connect/legal-links',
      view: connectView.id,
      kind: 'step',
      title: 'Legal links without a box',
      setting: withGate(links, true),
      async prepare({ open, see }) {
        open()
        await see('By connecting')
      },
    },
    {
      id: 'connect/folded',
      view: connectView.id,
      kind: 'step',
      title: 'The wallets are one row behind the e-mail login',
      setting: withGate({ emailShowWallets: false }, true),
      async prepare({ open, see }) {
        open()
        await see('Continue with a wallet')
        await see('E-mail')
      },
    },
    {
      id: 'connect-wallets/loading',
      view: connectWalletsView.id,
      kind: 'loading',
      title: 'Looking for wallets',
      setting: { plugins: chain => [chain, connectGate({ collapseWallets: true }), endlessSearch] },
      async prepare({ open, until }) {
        open({ view: connectWalletsView })
        await until(() => shadow()?.querySelector('.p-view .p-skeleton'), 'a skeleton is there')
      },
    },
    {
      id: 'connect-wallets/full',
      view: connectWalletsView.id,
      kind: 'full',
      title: 'The wallets behind their row',
      setting: withGate({ collapseWallets: true }),
      async prepare({ open, press, see }) {
        open()
        await press('Continue with a wallet')
        await see('Specter')
      },
    },
    {
      id: 'connect-wallets/empty',
      view: connectWalletsView.id,
      kind: 'empty',
      title: 'No wallet behind the row',
      setting: { ...withGate({ collapseWallets: true }), wallets: [] },
      async prepare({ open, press, see }) {
        open()
        await press('Continue with a wallet')
        await see('No wallet found')
      },
    },
    {
      id: 'connect-wallets/long',
      view: connectWalletsView.id,
      kind: 'long',
      title: 'Long names',
      setting: {
        ...withGate({ collapseWallets: true }),
        wallets: longNames.map((name, at) => ({ name: `${at}`, info: { name } })),
      },
      async prepare({ open, press, see }) {
        open()
        await press('Continue with a wallet')
        await see(longNames[1])
      },
    },
    {
      id: 'accept-terms/full',
      view: acceptTermsView.id,
      kind: 'full',
      title: 'The box between a wallet and the way to it',
      setting: withGate({ ...links, legalCheckbox: true }),
      async prepare({ open, press, see }) {
        open({ view: connectWalletsView })
        await press('Specter')
        await see('Continue')
      },
    },
  ],
  cannot: {
    [connectWalletsView.id]: { error: 'what did not reconnect looks as it does in Connect' },
    [acceptTermsView.id]: {
      loading: 'what it shows comes with its code',
      empty: 'there is always a box',
      error: 'nothing in it can fail',
      long: 'it has no third-party text',
    },
  },
}
export default chapter
