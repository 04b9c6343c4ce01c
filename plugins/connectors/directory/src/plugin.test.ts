import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { definePlugin, override } from '@portico/kernel'
import { chainsSlot } from '@portico/kernel/chain'
import { allWalletsView, connectEntriesSlot } from '@portico/kernel/connect-page'
import { shellSlice } from '@portico/kernel/shell'
import { createTestKernel } from '@portico/kernel/testing'
import { environmentSlice, imageIdsService } from '@portico/kernel/wallet'
import { api } from '@portico/plugin-api'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type CustomWallet,
  type DirectoryOptions,
  directory,
  getWalletView,
  walletDirectoryService,
  walletPagesEndpoint,
} from './index.js'
import { readShipped } from './list/directory.js'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
async function kernelWith(
  options?: DirectoryOptions,
  endpoints: Parameters<typeof createTestKernel>[0]['endpoints'] = [],
) {
  const kernel = await createTestKernel({ base: [api()], plugins: [directory(options)], endpoints })
  ends.push(() => kernel.dispose())
  return kernel
}
const ids = (wallets: readonly { readonly id: string }[] = []) => wallets.map(({ id }) => id)
const mine = {
  id: 'mine',
  name: 'Wallet of Mine',
  namespaces: ['tally'],
  homepage: 'https://mine.example/',
}

describe('the wallet directory', () => {
  it('[S2.05] the directory adds AllWallets and a row that opens it; without the plugin neither exists', async () => {
    const kernel = await kernelWith()
    expect([kernel.views.has(allWalletsView), kernel.views.has(getWalletView)]).toEqual([
      true,
      true,
    ])
    expect(kernel.items(connectEntriesSlot)).toMatchObject([
      { id: 'allWallets', view: allWalletsView },
    ])
    const without = await createTestKernel({ base: [api()], plugins: [] })
    ends.push(() => without.dispose())
    expect(without.views.has(allWalletsView)).toBe(false)
    expect(without.items(connectEntriesSlot)).toEqual([])
  })

  describe('the number of wallets', () => {
    const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 0 }
    const rest = { name: 'Chain', nativeCurrency, rpcUrls: [] }
    const page = (
      namespaces: readonly string[],
      { kind = 'desktop', namespace }: { kind?: 'desktop' | 'mobile'; namespace?: string } = {},
    ) =>
      definePlugin({
        id: 'test/page',
        owns: [environmentSlice, shellSlice],
        setup: context => {
          for (const id of namespaces)
            context.contribute(chainsSlot, {
              id,
              name: id,
              networks: [{ id: 'main', caipNetworkId: `${id}:main`, namespace: id, ...rest }],
            })
          context.onStart(() => {
            context.update(environmentSlice, draft => void Object.assign(draft, { kind }))
            context.update(shellSlice, draft => void Object.assign(draft, { namespace }))
          })
        },
      })
    async function tagOf(there: ReturnType<typeof page>, options?: DirectoryOptions) {
      const kernel = await createTestKernel({ base: [api(), there], plugins: [directory(options)] })
      ends.push(() => kernel.dispose())
      const { tag } = kernel.items(connectEntriesSlot)[0] ?? {}
      return typeof tag === 'function' ? tag(kernel) : tag
    }
    const every = ['eip155', 'solana', 'polkadot', 'bip122']
    const known = (namespaces: readonly string[]) =>
      String(
        readShipped().filter(wallet =>
          wallet.namespaces.some(namespace => namespaces.includes(namespace)),
        ).length,
      )

    it.each([
      [every],
      [['eip155']],
      [['solana']],
      [['polkadot', 'bip122']],
      [['tally', 'bip122']],
      [['tally']],
    ])('the number of wallets counts those of the chains of the page: %j', async namespaces => {
      expect(await tagOf(page(namespaces))).toBe(known(namespaces))
    })

    it('the number of wallets counts those of the chain that the modal was opened for', async () => {
      expect(await tagOf(page(every, { namespace: 'solana' }))).toBe(known(['solana']))
    })

    it.each<[string, DirectoryOptions]>([
      ['some', { include: ['metamask'] }],
      ['all but some', { exclude: ['metamask'] }],
      ['its own', { custom: [{ ...mine, id: 'fox', rdns: 'io.metamask' }] }],
      ['none with a blocked link', { blockedHosts: ['metamask.io'] }],
      ['more from a remote directory', { remote: { url: 'https://directory.example' } }],
    ])(
      'the number of wallets is not shown while only the loaded list has it: the host wants %s',
      async (_, options) => {
        expect(await tagOf(page(every), options)).toBeUndefined()
      },
    )

    it('the number of wallets is not shown on a phone, where some wallets cannot be found', async () => {
      expect(await tagOf(page(every, { kind: 'mobile' }))).toBeUndefined()
    })
  })

  it('the list is built once', async () => {
    const kernel = await kernelWith()
    const list = await kernel.use(walletDirectoryService).wallets()
    expect(list).toHaveLength(readShipped().length)
    expect(await kernel.use(walletDirectoryService).wallets()).toBe(list)
    expect(
      await kernel.use(walletDirectoryService).page({ page: 1, search: '', networks: [] }),
    ).toBeUndefined()
    expect(kernel.reported).toEqual([])
  })

  it("the list follows the host's options, and has the host's own wallets", async () => {
    const fox = { id: 'fox', name: 'MetaMask', rdns: 'io.metamask', namespaces: ['tally'] }
    const kernel = await kernelWith({
      featured: ['mine', 'app.phantom'],
      include: ['phantom', 'mine', 'fox', 'rainbow'],
      exclude: ['rainbow'],
      custom: [mine, fox],
    })
    const list = await kernel.use(walletDirectoryService).wallets()
    expect(ids(list)).toEqual(['mine', 'phantom', 'fox'])
    expect(list[2]).toEqual(fox)
  })

  it('[S7] an invalid wallet of the host is left out, and is reported', async () => {
    const evil = { ...mine, id: 'evil', name: 'Evil', homepage: 'javascript:alert(1)' }
    const kernel = await kernelWith({ custom: [evil, mine] })
    expect(ids(await kernel.use(walletDirectoryService).wallets())).not.toContain('evil')
    expect(ids(await kernel.use(walletDirectoryService).wallets())).toContain('mine')
    expect(kernel.reported).toMatchObject([
      { plugin: 'connector/directory', error: { code: 'ENTRY_REFUSED' } },
    ])
  })

  it.each([
    ['namespaces', { id: 'second', name: 'Second Wallet' }],
    ['namespaces', { id: 'second', name: 'Second Wallet', namespaces: [] }],
    ['homepage', { ...mine, name: 'Second Wallet', homepage: 'https://localhost/' }],
    ['mobile', { ...mine, name: 'Second Wallet', mobile: { native: 'javascript://x' } }],
    ['browse', { ...mine, name: 'Second Wallet', browse: 'intent://{url}' }],
    ['stores', { ...mine, name: 'Second Wallet', stores: { ios: 'https://127.0.0.1/x' } }],
  ])(
    'the report of an invalid wallet names the wallet and its field: %s',
    async (field, wallet) => {
      const kernel = await kernelWith({ custom: [wallet as CustomWallet] })
      await kernel.use(walletDirectoryService).wallets()
      expect(kernel.reported.map(({ error }) => (error as Error).message)).toEqual([
        `The wallet “Second Wallet” was left out of the list because of its ${field}.`,
      ])
    },
  )

  it.each([{}, { homepage: 'http://mine.example/' }])(
    'a wallet of the host that has no link is reported: %j',
    async links => {
      const kernel = await kernelWith({
        custom: [{ id: 'mine', name: 'My Wallet', namespaces: ['tally'], ...links }],
      })
      expect(ids(await kernel.use(walletDirectoryService).wallets())).toContain('mine')
      expect(kernel.reported).toMatchObject([
        {
          error: {
            code: 'ENTRY_WITHOUT_LINK',
            message: expect.stringContaining('“My Wallet” has no link'),
          },
        },
      ])
    },
  )

  it('[S30] no wallet has a link to a blocked host, including the shipped ones', async () => {
    const kernel = await kernelWith({
      blockedHosts: async () => ['Mine.example', 'metamask.io'],
      custom: [mine],
    })
    const list = await kernel.use(walletDirectoryService).wallets()
    expect(list.find(({ id }) => id === 'mine')).toEqual({
      id: 'mine',
      name: mine.name,
      namespaces: mine.namespaces,
    })
    const fox = list.find(({ id }) => id === 'metamask')
    expect([fox?.homepage, fox?.browse, fox?.mobile?.universal]).toEqual([
      undefined,
      undefined,
      'https://metamask.app.link/',
    ])
  })

  it('the list fails as long as its list of blocked hosts does not load', async () => {
    let isBroken = true
    const blockedHosts = async () => {
      if (isBroken) throw new TypeError('no list')
      return []
    }
    const kernel = await kernelWith({ blockedHosts })
    await expect(kernel.use(walletDirectoryService).wallets()).rejects.toThrow('no list')
    isBroken = false
    expect(await kernel.use(walletDirectoryService).wallets()).toHaveLength(readShipped().length)
  })
})

describe('a remote directory', () => {
  type Answer = (url: URL, response: ServerResponse) => unknown
  async function remote(answer: Answer) {
    const seen: URL[] = []
    const server: Server = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://127.0.0.1')
      seen.push(url)
      answer(url, response)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    ends.push(() => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(resolve))
    })
    return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/` }
  }
  const json =
    (value: unknown): Answer =>
    (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  const entry = (id: string, name: string, more: object = {}) => ({
    id,
    name,
    chains: ['tally:main', 'tally:test'],
    ...more,
  })
  const ask = { page: 1, search: '', networks: ['tally:main'] } as const

  it('a remote directory is requested in the wire format, by page and by search text', async () => {
    const { seen, url } = await remote(json({ data: [], count: 0 }))
    const { page } = (await kernelWith({ remote: { url, projectId: 'p1' } })).use(
      walletDirectoryService,
    )
    await page({ page: 2, search: '', networks: ['tally:main', 'tally:test'] })
    await page({ page: 1, search: 'fo x', networks: [] })
    expect(
      seen.map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)]),
    ).toEqual([
      [
        '/v1/getWallets',
        { projectId: 'p1', page: '2', entries: '40', chains: 'tally:main,tally:test' },
      ],
      ['/v1/getWallets', { projectId: 'p1', page: '1', entries: '100', search: 'fo x' }],
    ])
  })

  it('icons of the host replace the shipped ones by their id, and leave the others', async () => {
    const own = 'https://icons.example/metamask.svg'
    const images = (
      await kernelWith({
        icons: { 'wallet/metamask': own, 'network/eip155:1': 'data:image/png,x' },
      })
    ).use(imageIdsService)
    expect(await images.urlOf('wallet/metamask')).toBe(own)
    expect(await images.urlOf('network/eip155:1')).toBe('data:image/png,x')
    expect(await images.urlOf('wallet/phantom')).toMatch(/^data:image\//)
    expect(await images.urlOf('toString')).toBeUndefined()
  })
  it('[S3.24] [S3.25] a remote directory gives the address of an icon that a network or a connector names by imageId', async () => {
    const urlOf = async (options: DirectoryOptions) =>
      (await kernelWith(options)).use(imageIdsService).urlOf('a/../b?c')
    expect(
      await urlOf({ remote: { url: 'https://directory.example/v1/', projectId: 'p&1' } }),
    ).toBe('https://directory.example/v1/public/getAssetImage/a%2F..%2Fb%3Fc?projectId=p%261')
    expect(await urlOf({ remote: { url: 'https://directory.example' } })).toBe(
      'https://directory.example/public/getAssetImage/a%2F..%2Fb%3Fc',
    )
    expect(await urlOf({})).toBeUndefined()
  })

  it('the icon of a listed wallet is found by its imageId, without a remote directory', async () => {
    const kernel = await kernelWith()
    const { urlOf } = kernel.use(imageIdsService)
    expect(await urlOf('wallet/metamask')).toMatch(/^data:image\/svg/)
    expect(urlOf('wallet/metamask')).toBe(await urlOf('wallet/metamask'))
    expect(await urlOf('wallet/unknown')).toBeUndefined()
  })

  it('a remote directory adds unknown wallets in our shape, and the same page is requested once', async () => {
    const { seen, url } = await remote(
      json({
        data: [
          entry('a1', 'Remote Fox', {
            rdns: 'dev.fox',
            image_url: 'https://fox.example/fox.png',
            homepage: 'https://fox.example',
            mobile_link: 'fox://',
            desktop_link: 'https://desk.fox.example',
            webapp_link: 'https://web.fox.example',
            link_mode: 'https://go.fox.example',
            app_store: 'https://apps.apple.com/app/id1234567',
            play_store: null,
            order: 10,
          }),
          entry('a2', 'MetaMask'),
          entry('a3', 'Other', { rdns: 'app.phantom' }),
        ],
        count: 3,
      }),
    )
    const kernel = await kernelWith({ remote: { url } })
    const found = await kernel.use(walletDirectoryService).page(ask)
    expect(found).toEqual({
      count: 3,
      entries: 3,
      wallets: [
        {
          id: 'a1',
          name: 'Remote Fox',
          rdns: 'dev.fox',
          explorerId: 'a1',
          namespaces: ['tally'],
          imageUrl: 'https://fox.example/fox.png',
          homepage: 'https://fox.example',
          mobile: { universal: 'https://go.fox.example', native: 'fox://' },
          desktop: { universal: 'https://desk.fox.example' },
          web: 'https://web.fox.example',
          stores: { ios: 'https://apps.apple.com/app/id1234567' },
        },
      ],
    })
    await kernel.use(walletDirectoryService).page(ask)
    expect(seen).toHaveLength(1)
  })

  it('[S7] a hostile entry of a remote directory is rejected, and the others stay', async () => {
    const { url } = await remote(
      json({
        data: [
          entry('h1', 'One', { homepage: 'javascript:alert(1)' }),
          entry('h2', 'Two', {
            mobile_link: 'intent://x#Intent;S.browser_fallback_url=https://evil.example;end',
          }),
          entry('h3', 'Three', { webapp_link: 'data:text/html,x' }),
          entry('h4', 'MetаMask'),
          entry('h5', 'x'.repeat(1_000_000)),
          entry('h6', 'Six', { link_mode: 'https://xn--metamsk-4fg.io' }),
          { id: 7 },
          null,
          entry('fine', 'Fine'),
        ],
        count: 9,
      }),
    )
    const kernel = await kernelWith({ remote: { url } })
    const found = await kernel.use(walletDirectoryService).page(ask)
    expect([ids(found?.wallets), found?.entries]).toEqual([['fine'], 9])
    expect(kernel.reported.length).toBe(6)
  })

  it.each([
    ['a number for a list', { data: 1, count: 1 }],
    ['no count', { data: [] }],
    ['an invalid count', { data: [], count: -1 }],
    ['no record', []],
    ['a text', 'text'],
    ['far too many', { data: Array.from({ length: 1_001 }, () => null), count: 1 }],
  ])('a remote directory that answers with %s fails, and changes nothing', async (_, answer) => {
    const { url } = await remote(json(answer))
    const kernel = await kernelWith({ remote: { url } })
    await expect(kernel.use(walletDirectoryService).page(ask)).rejects.toMatchObject({
      code: 'HTTP_ANSWER',
    })
    expect(await kernel.use(walletDirectoryService).wallets()).toHaveLength(readShipped().length)
  })

  it('a remote directory that is down fails, and the next call requests it again', async () => {
    const { seen, url } = await remote((_, response) => response.writeHead(404).end())
    const kernel = await kernelWith({ remote: { url } })
    await expect(kernel.use(walletDirectoryService).page(ask)).rejects.toMatchObject({
      code: 'HTTP_STATUS',
    })
    await expect(kernel.use(walletDirectoryService).page(ask)).rejects.toMatchObject({
      code: 'HTTP_STATUS',
    })
    expect(seen).toHaveLength(2)
  })

  it('a host may answer the pages in its own way; its wallets pass the same validation', async () => {
    const wallets = [
      { id: 'own', name: 'Own', namespaces: ['tally'] },
      { id: 'bad', name: 'Bad', namespaces: ['tally'], web: 'javascript:1' },
    ]
    const kernel = await kernelWith({ remote: { url: 'https://unused.example' } }, [
      override(walletPagesEndpoint, async () => ({ wallets, count: 2, entries: 2 })),
    ])
    expect(ids((await kernel.use(walletDirectoryService).page(ask))?.wallets)).toEqual(['own'])
  })

  it("a remote directory follows the host's options", async () => {
    const { url } = await remote(json({ data: [entry('a1', 'One'), entry('a2', 'Two')], count: 2 }))
    const kernel = await kernelWith({ remote: { url }, exclude: ['a1'] })
    expect(ids((await kernel.use(walletDirectoryService).page(ask))?.wallets)).toEqual(['a2'])
  })
})
