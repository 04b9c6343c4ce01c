import { accountActionsSlot } from '@portico/kernel/account'
import { allWalletsView, connectEntriesSlot } from '@portico/kernel/connect-page'
import { shellService } from '@portico/kernel/shell'
import { connectGateSlice, connectWalletsView } from '@portico/plugin-connection'
import { Window } from 'happy-dom'
import { describe, expect, it, vi } from 'vitest'
import { open, setUpPorticos } from '../test/open-portico.js'
import { defaultOrder, defaultPlugins, type FeatureOptions } from './defaults.js'

setUpPorticos()

describe('the default plugins and their order', () => {
  it('[D2b] the default plugins are those whose options are on', () => {
    expect(defaultPlugins().map(plugin => plugin.id)).toEqual([
      'chain/eip155',
      'feature/balances',
      'feature/history',
      'feature/receive',
      'base/transactions',
      'feature/send',
      'feature/swap',
      'feature/swap/evm',
      'feature/analytics',
      'connector/directory',
    ])
    const backed = defaultPlugins({ backend: { url: 'https://backend.example' } }).map(
      plugin => plugin.id,
    )
    expect(backed).toEqual(expect.arrayContaining(['base/backend', 'feature/nfts']))
    expect(defaultPlugins({ nfts: {} }).map(plugin => plugin.id)).toContain('feature/nfts')
  })
  it('[S3.68] the default plugins have the activity of the account, unless history is off', () => {
    const tabs = (features: FeatureOptions) => defaultPlugins({ features }).map(plugin => plugin.id)
    for (const features of [{}, { history: true }])
      expect(tabs(features)).toContain('feature/history')
    expect(tabs({ history: false })).not.toContain('feature/history')
  })
  it('[S3.69] the default plugins have analytics unless it is off, and send nothing without an endpoint', async () => {
    const isThere = (features?: FeatureOptions) =>
      defaultPlugins({ ...(features && { features }) }).some(({ id }) => id === 'feature/analytics')
    expect([
      isThere(),
      isThere({}),
      isThere({ analytics: true }),
      isThere({ analytics: false }),
    ]).toEqual([true, true, true, false])
    const fetched = vi.spyOn(globalThis, 'fetch')
    vi.stubGlobal('document', new Window().document)
    const { kernel } = open({ plugins: defaultPlugins() })
    await kernel.start()
    kernel.use(shellService).open()
    await vi.dynamicImportSettled()
    expect(fetched).not.toHaveBeenCalled()
    fetched.mockRestore()
  })
  it('[S3.63] [S3.64] the default plugins have Receive and Send, each unless its option is off', () => {
    const actions = (features?: FeatureOptions) => {
      const { kernel } = open({
        plugins: defaultPlugins({ ...(features && { features }) }),
        order: defaultOrder(features),
      })
      return {
        shown: kernel.items(accountActionsSlot).map(({ id }) => id),
        views: ['Receive', 'Send'].filter(id => kernel.views.entry(id) !== undefined),
      }
    }
    for (const features of [undefined, {}, { receive: true, send: true }])
      expect(actions(features)).toEqual({
        shown: ['swaps', 'receive', 'send'],
        views: ['Receive', 'Send'],
      })
    expect(actions({ send: false, swaps: false })).toEqual({
      shown: ['receive'],
      views: ['Receive'],
    })
    expect(actions({ receive: false, swaps: false })).toEqual({ shown: ['send'], views: ['Send'] })
    expect(actions({ receive: false, send: false, swaps: false })).toEqual({ shown: [], views: [] })
    expect(actions({ walletFeaturesOrder: ['send', 'receive'] }).shown).toEqual([
      'send',
      'receive',
      'swaps',
    ])
  })
  it('[S3.61] [S9.36] the default plugins have Swap unless swaps is off or the time zone is restricted', () => {
    const offered = (options: Parameters<typeof defaultPlugins>[0]) =>
      open({ plugins: defaultPlugins(options) })
        .kernel.items(accountActionsSlot)
        .map(({ id }) => id)
        .includes('swaps')
    for (const options of [undefined, {}, { features: { swaps: true } }])
      expect(offered(options)).toBe(true)
    expect(offered({ features: { swaps: false } })).toBe(false)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(offered({ swap: { restrictedTimeZones: ['Unknown/Zone'] } })).toBe(true)
    expect(offered({ swap: { restrictedTimeZones: [timeZone] } })).toBe(false)
  })
  it('[S3.70] the default plugins have the list of all wallets, unless allWallets is off', () => {
    const wayIn = (features?: FeatureOptions) =>
      open({ plugins: defaultPlugins({ ...(features && { features }) }) }).kernel
    for (const kernel of [wayIn(), wayIn({}), wayIn({ allWallets: true })]) {
      expect(kernel.views.has(allWalletsView)).toBe(true)
      expect(kernel.items(connectEntriesSlot).map(({ view }) => view)).toEqual([allWalletsView])
    }
    const without = wayIn({ allWallets: false })
    expect(without.views.has(allWalletsView)).toBe(false)
    expect(without.items(connectEntriesSlot)).toEqual([])
  })
  it('[S3.66] [S3.71] [S3.73] the default plugins keep the connect page unless an option or a legal link changes it', () => {
    const connectGate = (options: Parameters<typeof defaultPlugins>[0]) => {
      const { kernel } = open({ plugins: defaultPlugins(options) })
      return kernel.views.has(connectWalletsView) ? kernel.state(connectGateSlice) : undefined
    }
    for (const features of [
      {},
      { legalCheckbox: false, collapseWallets: false, emailShowWallets: true },
    ])
      expect(connectGate({ features })).toBeUndefined()
    const usual = {
      legalCheckbox: false,
      collapseWallets: false,
      emailShowWallets: true,
      isAccepted: false,
    }
    expect(connectGate({ features: { legalCheckbox: true } })).toEqual({
      ...usual,
      legalCheckbox: true,
    })
    expect(connectGate({ features: { collapseWallets: true } })).toEqual({
      ...usual,
      collapseWallets: true,
    })
    expect(connectGate({ features: { emailShowWallets: false } })).toEqual({
      ...usual,
      emailShowWallets: false,
    })
    const legal = {
      termsConditionsUrl: 'https://app.example/terms',
      privacyPolicyUrl: 'https://app.example/privacy',
    }
    expect(connectGate({ legal })).toEqual({ ...usual, ...legal })
  })
  it.each<[string, FeatureOptions, string]>([
    ['[S3.62] onramp', { onramp: true }, 'option "onramp" yet, so nothing changes. Leave it out.'],
    [
      '[S3.65] email',
      { email: true, emailShowWallets: true },
      'option "email" yet, so nothing changes. Leave it out.',
    ],
    [
      '[S3.67] socials',
      { socials: ['google', 'x'] },
      'option "socials" yet, so nothing changes. Leave it out.',
    ],
    [
      'all three',
      { onramp: true, email: true, socials: ['google'] },
      'options "onramp", "email", and "socials" yet, so nothing changes. Leave them out.',
    ],
  ])(
    'the default plugins print one warning in development for an option that no plugin serves yet: %s',
    (_, features, sentence) => {
      const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined)
      const plugins = defaultPlugins({ features }).map(({ id }) => id)
      expect(warned.mock.calls).toEqual([
        [`[portico] defaultPlugins: no plugin serves the ${sentence}`],
      ])
      expect(plugins).toEqual(defaultPlugins().map(({ id }) => id))
      vi.stubEnv('NODE_ENV', 'production')
      defaultPlugins({ features })
      expect(warned).toHaveBeenCalledOnce()
    },
  )
  it('[S3.62] [S3.65] [S3.67] the default plugins print nothing for planned options that are off or left out', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    for (const features of [
      undefined,
      {},
      { onramp: false, email: false, socials: false },
      { socials: [] },
    ] as const)
      defaultPlugins({ ...(features && { features }) })
    expect(warned).not.toHaveBeenCalled()
  })
  it.each<[string, object, string]>([
    ['a text for a flag', { send: 'no' }, 'the option "send" takes true or false, not "no"'],
    [
      'a flag for a list',
      { walletFeaturesOrder: true },
      'the option "walletFeaturesOrder" takes a list of texts, not true',
    ],
    [
      'a list of something else',
      { connectMethodsOrder: ['wallet', 1] },
      'the option "connectMethodsOrder" takes a list of texts, not ["wallet", 1]',
    ],
    [
      'a text for the social logins',
      { socials: 'google' },
      'the option "socials" takes a list of texts, or false, not "google"',
    ],
    ['null', { history: null }, 'the option "history" takes true or false, not null'],
  ])(
    'the default plugins warn in development of a feature option of a wrong type: %s',
    (_, features, sentence) => {
      const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined)
      expect(() => defaultPlugins({ features: features as FeatureOptions })).not.toThrow()
      expect(warned.mock.calls).toEqual([[`[portico] defaultPlugins: ${sentence}.`]])
    },
  )
  it('the default plugins warn in development of unknown feature options in one sentence', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    defaultPlugins({ features: { swap: true, headless: true } as FeatureOptions })
    expect(warned.mock.calls).toEqual([
      ['[portico] defaultPlugins: there are no options "swap" and "headless".'],
    ])
  })
  it('[S3.72] the default plugins keep smartSessions off, and throw when it is on', () => {
    expect(() => defaultPlugins({ features: { smartSessions: false } })).not.toThrow()
    expect(() => defaultPlugins({ features: { smartSessions: true } })).toThrow(/smartSessions/)
  })
  it('[S3.74] the default order of the account actions is onramp, swaps, receive, send', () => {
    expect(defaultOrder()).toEqual({ accountActions: ['onramp', 'swaps', 'receive', 'send'] })
    expect(defaultOrder({ walletFeaturesOrder: ['send'] })).toEqual({ accountActions: ['send'] })
  })
  it('[S3.75] the default order has the connect methods in the order of the host', () => {
    expect(defaultOrder({ connectMethodsOrder: ['wallet', 'email'] }).connectMethods).toEqual([
      'wallet',
      'email',
    ])
  })
})
