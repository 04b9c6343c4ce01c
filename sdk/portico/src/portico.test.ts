import { readFileSync } from 'node:fs'
import { definePlugin } from '@portico/kernel'
import { httpService } from '@portico/kernel/backend'
import { addressesCapability, messagesCapability } from '@portico/kernel/capabilities'
import { chainsSlot } from '@portico/kernel/chain'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import {
  accountState,
  activeNetwork,
  connectionService,
  disconnectAndForget,
  liveConnections,
  networkState,
  sessionSlice,
} from '@portico/kernel/session'
import { shellService, shellSlice, themeService, toastsService } from '@portico/kernel/shell'
import { tally, tallyWallet } from '@portico/kernel/testing'
import { textService, textSlice } from '@portico/kernel/text'
import { eip155 } from '@portico/plugin-eip155'
import { Window } from 'happy-dom'
import { describe, expect, it, vi } from 'vitest'
import { made, open, setUpPorticos } from '../test/open-portico.js'
import { defaultPlugins } from './defaults.js'
import { createPortico, memoryStorage, type Portico, type PorticoOptions } from './index.js'
import { packageVersion } from './version.js'

setUpPorticos()

describe('createPortico', () => {
  it('[D6a] gives every service and all state without an interface', async () => {
    const wallet = tallyWallet()
    const { portico, kernel, errors } = open({ plugins: [tally({ wallets: [wallet] })] })
    await portico.start()
    for (const service of [
      connectionService,
      shellService,
      toastsService,
      textService,
      themeService,
      httpService,
    ])
      expect(kernel.use(service as typeof shellService)).toBeDefined()
    await kernel.use(connectionService).discover()
    const account = await kernel
      .use(connectionService)
      .connect(kernel.items(connectorsSlot)[0]?.id ?? '')
    expect(account.address).toBe('t_ada')
    expect(accountState(kernel)).toMatchObject({
      status: 'connected',
      address: 't_ada',
      caipAddress: 'tally:main:t_ada',
    })
    expect(networkState(kernel).caipNetwork?.name).toBe('Tally main')
    const via = kernel.use(connectionService).require(account)
    const signed = await kernel
      .capability(messagesCapability, 'tally:main')
      ?.sign(via, account, 'hello', AbortSignal.timeout(1_000))
    expect(signed?.signature).toBe('t_ada wrote hello')
    await kernel.use(connectionService).disconnect()
    expect(liveConnections(kernel)).toEqual([])
    expect(errors).toEqual([])
  })

  it('disconnectAndForget deletes everything except preferences, also as the first call', async () => {
    const texts = new Map([['portico.sent', '{"version":2,"saved":[]}']])
    const storage = {
      get: (key: string) => texts.get(key),
      set: (key: string, text: string) => texts.set(key, text),
      remove: (key: string) => texts.delete(key),
      keys: () => [...texts.keys()],
    }
    const { kernel, errors } = open({ plugins: [tally({ wallets: [tallyWallet()] })], storage })
    await disconnectAndForget(kernel)
    expect([...texts.keys()]).toEqual(['portico.preferences'])
    kernel.use(themeService).setMode('light')
    await kernel.use(connectionService).discover()
    await kernel.use(connectionService).connect(kernel.items(connectorsSlot)[0]?.id ?? '')
    await vi.waitUntil(() => texts.has('portico.connection'))
    await disconnectAndForget(kernel)
    expect(liveConnections(kernel)).toEqual([])
    await vi.waitUntil(() => texts.size === 1)
    expect(texts.get('portico.preferences')).toBe(
      '{"version":1,"saved":{"mode":"light"},"epoch":2}',
    )
    expect(errors).toEqual([])
  })

  it('[D5a] works without a project id, an account anywhere, or a request', async () => {
    const fetched = vi.fn()
    vi.stubGlobal('fetch', fetched)
    const { portico, kernel } = open({ plugins: defaultPlugins() })
    await portico.start()
    expect(activeNetwork(kernel)).toBe('eip155:1')
    expect(kernel.capability(addressesCapability, 'eip155:1')).toBeDefined()
    expect(fetched).not.toHaveBeenCalled()
  })

  it('[S1.21] has a default sdkVersion when the host gives none', () => {
    expect(open({ plugins: [eip155(), tally()] }).portico.sdkVersion).toBe(
      `html-eip155,tally-${packageVersion}`,
    )
    expect(open().portico.sdkVersion).toBe(`html-universal-${packageVersion}`)
    expect(open({ sdkVersion: 'shop-2.1' }).portico.sdkVersion).toBe('shop-2.1')
    expect(
      JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version,
    ).toBe(packageVersion)
  })

  it('[S1.17] a Portico leaves the page as it is until it is opened', async () => {
    const { portico, kernel } = open({ plugins: [eip155()] })
    await portico.start()
    expect(kernel.state(shellSlice).open).toBe(false)
    expect(globalThis).not.toHaveProperty('portico')
  })

  it('two Porticos share no state', async () => {
    const [one, two] = [
      open({ plugins: [tally({ wallets: [tallyWallet()] })] }),
      open({ plugins: [tally()] }),
    ]
    await one.portico.start()
    await one.kernel.use(connectionService).discover()
    await one.kernel.use(connectionService).connect(one.kernel.items(connectorsSlot)[0]?.id ?? '')
    expect(liveConnections(one.kernel)).toHaveLength(1)
    expect(two.kernel.state(sessionSlice).connections).toEqual({})
  })

  it('[D39d] has the languages of the interface and of the base plugins, and loads one when it is chosen', async () => {
    const { kernel, errors } = open()
    expect(kernel.use(textService).languages).toEqual(['en', 'ar', 'de'])
    await kernel.use(textService).setLanguage('de')
    const { messages } = kernel.state(textSlice)
    for (const id of ['ui.close', 'connection.title.connect', 'account.title', 'shell.failure'])
      expect(messages[id], id).toMatch(/./)
    await kernel.use(textService).setLanguage('ar')
    expect(kernel.state(textSlice).messages['ui.close']).toBe('إغلاق')
    expect(errors).toEqual([])
  })

  it('keeps the order of its plugins: the first chain is the one to start with', () => {
    expect(
      open({ plugins: [tally(), eip155()] })
        .kernel.items(chainsSlot)
        .map(chain => chain.id),
    ).toEqual(['tally', 'eip155'])
    expect(activeNetwork(open({ plugins: [tally(), eip155()] }).kernel)).toBe('tally:main')
  })

  describe('when a base plugin cannot start', () => {
    // A theme whose reading fails takes the shell down in its setup.
    const options = (errors: unknown[]): PorticoOptions => ({
      plugins: [],
      theme: Object.defineProperty({}, 'mode', {
        enumerable: true,
        get() {
          throw new TypeError('no theme')
        },
      }),
      onError: error => void errors.push(error),
    })

    it('createPortico throws in development when a base plugin cannot start', () => {
      expect(() => createPortico(options([]))).toThrow(
        expect.objectContaining({ code: 'REQUIRED' }),
      )
    })

    it('a set-up mistake is reported in production, throws nothing, and is shown when the modal opens', async () => {
      vi.stubEnv('NODE_ENV', 'production')
      const page = new Window()
      vi.stubGlobal('document', page.document)
      const errors: unknown[] = []
      const portico = createPortico(options(errors))
      made.push(portico)
      await vi.waitFor(() =>
        expect(errors).toContainEqual(expect.objectContaining({ code: 'REQUIRED' })),
      )
      expect(accountState(portico.kernel).status).toBe('disconnected')
      await portico.start()
      portico.open()
      await vi.dynamicImportSettled()
      expect(page.document.querySelector('dialog')?.textContent).toContain('could not start')
      page.document.querySelector('button')?.click()
      expect(page.document.querySelector('dialog')).toBeNull()
      await page.happyDOM.close()
    })

    it('a set-up mistake is reported on a server in production once start() is called', async () => {
      vi.stubEnv('NODE_ENV', 'production')
      const errors: unknown[] = []
      const portico = createPortico(options(errors))
      made.push(portico)
      await new Promise(resolve => setTimeout(resolve))
      expect(errors).toEqual([])
      await portico.start()
      await vi.dynamicImportSettled()
      expect(errors).toEqual([
        new TypeError('no theme'),
        expect.objectContaining({ code: 'REQUIRED' }),
      ])
    })
  })
})

describe('createPortico in production', () => {
  const inPage = async (
    run: (createdWith: ReturnType<typeof vi.fn>, portico: Portico) => unknown,
  ) => {
    vi.stubEnv('NODE_ENV', 'production')
    const page = new Window()
    vi.stubGlobal('document', page.document)
    const setup = vi.fn()
    const portico = createPortico({
      plugins: [definePlugin({ id: 'feature/mine', setup })],
      storage: memoryStorage(),
    })
    made.push(portico)
    await run(setup, portico)
    await page.happyDOM.close()
  }

  it('plugins are set up in a separate task, after the script that lists them', () =>
    inPage(async setup => {
      await Promise.resolve()
      expect(setup).not.toHaveBeenCalled()
      await vi.waitFor(() => expect(setup).toHaveBeenCalledOnce())
    }))

  it('plugins are set up at once, and only once, when the kernel is used earlier', () =>
    inPage(async (setup, portico) => {
      expect(portico.kernel.inspect().order).toContain('feature/mine')
      await portico.start()
      await new Promise(resolve => setTimeout(resolve, 5))
      expect(setup).toHaveBeenCalledOnce()
    }))
})

describe('[R27] [D61] a copy of another version that came first', () => {
  it('a copy on a page of another version starts nothing, reports once, and shows a sentence when opened', async () => {
    const page = new Window()
    Object.assign(page.document, { [Symbol.for('portico')]: '9.9.9' })
    vi.stubGlobal('document', page.document)
    const setup = vi.fn()
    const { portico, kernel, errors } = open({
      plugins: [definePlugin({ id: 'feature/mine', setup })],
    })
    await portico.start()
    await vi.dynamicImportSettled()
    expect(setup).not.toHaveBeenCalled()
    expect(errors).toEqual([
      { error: expect.objectContaining({ code: 'OTHER_VERSION' }), plugin: 'sdk/broken-shell' },
    ])
    expect(`${errors[0]?.error}`).toBe(
      `SdkError: Portico ${packageVersion} leaves this page to Portico 9.9.9, which came first: load one version of it.`,
    )
    expect(accountState(kernel).status).toBe('disconnected')
    portico.open()
    await vi.dynamicImportSettled()
    expect(page.document.querySelector('dialog')?.textContent).toContain(
      'has a wallet window already',
    )
    await page.happyDOM.close()
  })

  it('two copies of the same version both run', () => {
    const page = new Window()
    Object.assign(page.document, { [Symbol.for('portico')]: packageVersion })
    vi.stubGlobal('document', page.document)
    expect(open().kernel.find(textService)).toBeDefined()
  })
})

describe('an option of a wrong type', () => {
  it.each<[string, object, string]>([
    [
      'a text for a flag',
      { autoConnect: 'false' },
      'the option "autoConnect" takes true or false, not "false"',
    ],
    [
      'an unknown stage',
      { prefetch: 'never' },
      `the option "prefetch" takes 'idle' or 'intent' or 'none', not "never"`,
    ],
    [
      'a text for a list',
      { imageHosts: 'assets.example' },
      'the option "imageHosts" takes a list of texts, not "assets.example"',
    ],
    ['a flag for an object', { storage: false }, 'the option "storage" takes an object, not false'],
    [
      'an object for a function',
      { onError: {} },
      'the option "onError" takes a function, not an object',
    ],
    [
      'a list for an object',
      { theme: ['dark'] },
      'the option "theme" takes an object, not ["dark"]',
    ],
  ])(
    'an option of a wrong type prints one sentence in development, and none in production: %s',
    (_, options, sentence) => {
      vi.spyOn(console, 'error').mockReturnValue(undefined)
      const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined)
      open(options)
      expect(warned.mock.calls).toEqual([[`[portico] createPortico: ${sentence}.`]])
      open({ ...options, logLevel: 'silent' })
      vi.stubEnv('NODE_ENV', 'production')
      open(options)
      expect(warned).toHaveBeenCalledOnce()
    },
  )
  it.each<[string, object, string]>([
    ['another spelling', { autoconnect: false }, 'there is no option "autoconnect"'],
    ['a feature option beside the features', { features: {} }, 'there is no option "features"'],
  ])('an unknown option prints one sentence in development: %s', (_, options, sentence) => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    open(options)
    expect(warned.mock.calls).toEqual([[`[portico] createPortico: ${sentence}.`]])
  })
  it('valid options print no warning', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    open({
      autoConnect: false,
      prefetch: 'none',
      imageHosts: ['a.example'],
      order: {},
      theme: { mode: 'auto' },
      messages: {},
      language: 'en',
      endpoints: [],
    })
    expect(warned).not.toHaveBeenCalled()
  })
})

describe('[S9.28] the log', () => {
  it('the log is at level error unless the host turns it off', () => {
    const error = vi.spyOn(console, 'error').mockReturnValue(undefined)
    const loud = definePlugin({ id: 'feature/loud', setup: context => context.report('broken') })
    made.push(createPortico({ plugins: [loud] }))
    expect(error.mock.calls).toEqual([['[portico] feature/loud:', 'broken']])
    made.push(createPortico({ plugins: [loud], logLevel: 'silent' }))
    expect(error).toHaveBeenCalledOnce()
  })
})
