import { settingsView } from '@portico/sdk'
import type { Chapter } from '../entry.js'
import { hiding } from '../hiding.js'
import { longNames } from '../names.js'
import { sampleFeatures } from '../sample-features.js'
import type { Stage } from '../stage.js'

const view = 'Settings'
const show = async ({ connect, press, see }: Stage, wallet?: string) => {
  await connect(wallet)
  await press('Settings')
  await see('Appearance')
  await see('Connected wallets')
}
const chapter: Chapter = {
  cannot: {
    [view]: { loading: 'it shows choices that are known', error: 'what fails is said in a toast' },
  },
  entries: [
    { id: 'settings/full', view, kind: 'full', title: 'One wallet', prepare: stage => show(stage) },
    {
      id: 'settings/features',
      view,
      kind: 'step',
      title: 'With rows of features, and two wallets',
      setting: { plugins: chain => [chain, sampleFeatures({ account: true })] },
      async prepare(stage) {
        const { connect, press, see } = stage
        await connect()
        await press('Switch wallet or account')
        await press('Connect another wallet')
        await press('Specter')
        await see('1.204')
        await press('Settings')
        await see('Address book')
        await see('Disconnect all')
      },
    },
    {
      id: 'settings/diagnostics',
      view,
      kind: 'step',
      title: 'Amounts are hidden; the diagnostics are open',
      setting: { plugins: chain => [chain, hiding()] },
      async prepare(stage) {
        await show(stage)
        await stage.press('Diagnostics')
        await stage.see('Save as a file')
        stage.answered()
      },
    },
    {
      id: 'settings/left-out',
      view,
      kind: 'step',
      title: 'The host leaves out the theme, the language and the diagnostics',
      setting: { options: { settings: { theme: false, language: false, diagnostics: false } } },
      async prepare({ connect, press, see }) {
        await connect()
        await press('Settings')
        await see('Connected wallets')
      },
    },
    {
      id: 'settings/empty',
      view,
      kind: 'empty',
      title: 'No wallet is connected',
      async prepare({ open, see }) {
        open({ view: settingsView })
        await see('Appearance')
      },
    },
    {
      id: 'settings/long',
      view,
      kind: 'long',
      title: 'Long names',
      setting: {
        wallets: [{ name: 'long', info: { name: longNames[1] } }],
        networks: [{ chainId: 1, name: longNames[1] }],
      },
      prepare: stage => show(stage, longNames[1]),
    },
  ],
}
export default chapter
