import { definePlugin, override, type Plugin } from '@portico/kernel'
import { accountTabsSlot } from '@portico/kernel/account'
import { type Http, nftPageEndpoint } from '@portico/kernel/backend'
import {
  type Nft,
  type NftPage,
  type NftsQuery,
  nftsCapability,
} from '@portico/kernel/capabilities'
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import { connectionService } from '@portico/kernel/session'
import {
  createTestKernel,
  type TestKernel,
  type TestKernelOptions,
  tally,
  tallyWallet,
  testFeaturePlugin,
} from '@portico/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type NftsOptions, nftGalleryService, nfts, nftsOf, nftsSlice } from './index.js'
import { outsideSlice } from './persisted.js'

const main: NetworkId = 'tally:main'
const nft = (tokenId: string, more: Partial<Nft> = {}): Nft => ({
  asset: `${main}/card:deck/${tokenId}`,
  network: main,
  standard: 'card',
  tokenId,
  amount: 1n,
  ...more,
})
const spam = (tokenId: string) => nft(tokenId, { isSpam: true })
const png = 'data:image/png;base64,iVBORw=='

/** Everything that was requested from third-party hosts, and the answers. */
const requested: string[] = []
let answers: Readonly<Record<string, string | object>> = {}
const find = (url: string) => {
  requested.push(url)
  const answer = answers[url]
  if (!answer) throw new RangeError('not found')
  return answer
}
const hosts: Partial<Http> = {
  async get(url, options) {
    expect(options).toMatchObject({ isUntrusted: true })
    return options.read(find(url))
  },
  async picture(url, options) {
    expect(options).toMatchObject({ isWanted: true })
    return answers[url] === undefined ? void requested.push(url) : (find(url) as string)
  },
}
const chain = (page: (ask: NftsQuery) => Promise<NftPage | undefined>): Plugin =>
  definePlugin({
    id: 'test/chain',
    setup: context =>
      void context.offer(nftsCapability, main, { page: (_account, _network, ask) => page(ask) }),
  })

const kernels: TestKernel[] = []
async function bench(
  options: NftsOptions = {},
  { plugins = [], ...rest }: Partial<TestKernelOptions> = {},
) {
  const kernel = await createTestKernel({
    plugins: [tally({ wallets: [tallyWallet()] }), ...plugins, nfts(options)],
    http: hosts,
    connected: main,
    ...rest,
  })
  kernels.push(kernel)
  return kernel
}
const refresh = async (kernel: TestKernel) => {
  const done = kernel.use(nftGalleryService).refresh()
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
  await done
}
const ids = (kernel: TestKernel) => nftsOf(kernel).shown.map(({ tokenId }) => tokenId)
const answering = (page: (cursor: string | undefined) => Promise<NftPage>) => ({
  endpoints: [override(nftPageEndpoint, ({ cursor }) => page(cursor))],
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  requested.length = 0
  answers = {}
})
afterEach(() => {
  for (const kernel of kernels.splice(0)) kernel.dispose()
  vi.useRealTimers()
})

describe('the NFT plugin as a feature', () => {
  beforeEach(() => void vi.useRealTimers())
  testFeaturePlugin('nfts', {
    plugin: () => nfts(),
    items: ['nfts'],
    use: kernel => kernel.use(nftGalleryService).refresh(),
  })
})

describe('the list', () => {
  it('[S2.24] the list shows what the account has, page by page, without spam', async () => {
    const kernel = await bench(
      {},
      answering(async cursor =>
        cursor ? { items: [nft('3')] } : { items: [nft('1'), spam('2')], next: 'two' },
      ),
    )
    await refresh(kernel)
    expect(nftsOf(kernel)).toMatchObject({
      phase: 'known',
      shown: [nft('1')],
      hidden: [spam('2')],
      next: 'two',
    })
    await kernel.use(nftGalleryService).more()
    expect(ids(kernel)).toEqual(['1', '3'])
    expect(nftsOf(kernel).next).toBeUndefined()
  })

  it('the list requests further pages while nothing is visible, but no more than five', async () => {
    let pages = 0
    const kernel = await bench(
      {},
      answering(async () => ({ items: [spam(String(pages++))], next: String(pages) })),
    )
    await refresh(kernel)
    expect(pages).toBe(6)
  })

  it('[S2.23] the tab between Tokens and Activity exists only with the plugin', async () => {
    const kernel = await bench()
    expect(kernel.items(accountTabsSlot).map(({ id }) => id)).toEqual(['nfts'])
    const without = await createTestKernel({
      plugins: [tally({ wallets: [tallyWallet()] })],
      connected: main,
    })
    kernels.push(without)
    expect(without.items(accountTabsSlot)).toEqual([])
  })

  it('the list asks the chain where it lists by itself, else for the collections of the host, and each next page from the same source', async () => {
    const seen: NftsQuery[] = []
    const page = async (ask: NftsQuery) => {
      seen.push(ask)
      return ask.cursor ? { items: [nft('2')] } : { items: [nft('1')], next: 'b' }
    }
    const listing = await bench({}, { plugins: [chain(page)] })
    await refresh(listing)
    await listing.use(nftGalleryService).more()
    expect(ids(listing)).toEqual(['1', '2'])
    const named = await bench(
      { collections: [`${main}/card:deck`, 'eip155:1/erc721:0x1'] },
      { plugins: [chain(page)] },
    )
    await refresh(named)
    expect(seen).toEqual([
      { collections: [] },
      { collections: [], cursor: 'b' },
      { collections: [`${main}/card:deck`] },
    ])
    const unnamed = await bench({}, { plugins: [chain(async () => undefined)] })
    await refresh(unnamed)
    expect(nftsOf(unnamed)).toMatchObject({ phase: 'none', shown: [] })
  })

  it.each([
    ['no source lists NFTs', new ChainError('CHAIN_NO_ENDPOINT'), 'none', 0],
    ['NFTs cannot be loaded', new RangeError('down'), 'unavailable', 1],
  ])('the list says that %s', async (_, error, phase, toasts) => {
    const kernel = await bench(
      {},
      answering(() => Promise.reject(error)),
    )
    await refresh(kernel)
    await refresh(kernel)
    expect(nftsOf(kernel)).toMatchObject({ phase, loading: false })
    expect(kernel.said).toHaveLength(toasts)
  })

  it('the list rejects an answer that is no page, and keeps what was known', async () => {
    let answer: unknown = { items: [nft('1')] }
    const kernel = await bench(
      {},
      answering(async () => answer as NftPage),
    )
    await refresh(kernel)
    answer = { items: 'nonsense' }
    await vi.advanceTimersByTimeAsync(31_000)
    await refresh(kernel)
    expect(nftsOf(kernel)).toMatchObject({ phase: 'unavailable', shown: [nft('1')] })
  })

  it('the list is empty after a disconnect: nothing of the old account stays', async () => {
    const kernel = await bench(
      {},
      answering(async () => ({ items: [nft('1')] })),
    )
    await refresh(kernel)
    await kernel.use(connectionService).disconnect()
    expect(kernel.state(nftsSlice)).toEqual(nftsSlice.initial())
  })
})

describe('external content', () => {
  const one = nft('1', { metadata: 'https://third-party.example/1.json' })
  const start = async (options: NftsOptions = {}, more: Partial<TestKernelOptions> = {}) => {
    answers = {
      'https://third-party.example/1.json': {
        name: 'Harbor',
        image: 'https://third-party.example/1.png',
      },
      'https://third-party.example/1.png': png,
    }
    const kernel = await bench(options, { ...answering(async () => ({ items: [one] })), ...more })
    await refresh(kernel)
    return { kernel, gallery: kernel.use(nftGalleryService) }
  }

  it('external content is not requested before the person allows it, and no more after the consent is taken back', async () => {
    const { kernel, gallery } = await start()
    expect(nftsOf(kernel).hasThirdPartyContent).toBe(true)
    expect(await gallery.describe(one)).toEqual(one)
    expect(await gallery.picture('https://third-party.example/1.png')).toBeUndefined()
    expect(requested).toEqual([])
    await gallery.allowOutside(true)
    expect(await gallery.describe(one)).toEqual({
      name: 'Harbor',
      image: 'https://third-party.example/1.png',
    })
    expect(await gallery.picture('https://third-party.example/1.png')).toBe(
      'data:image/png;base64,iVBORw==',
    )
    await gallery.allowOutside(false)
    expect(await gallery.picture('https://third-party.example/1.png')).toBeUndefined()
    expect(requested).toEqual([
      'https://third-party.example/1.json',
      'https://third-party.example/1.png',
    ])
  })

  it('external content that is in flight or queued when the consent is taken back is cancelled, and requested again once it is allowed', async () => {
    let answers = false
    const unless = <Answer>(signal: AbortSignal | undefined, answer: Answer) =>
      answers
        ? Promise.resolve(answer)
        : new Promise<Answer>((_, reject) =>
            signal?.addEventListener('abort', () => reject(signal.reason)),
          )
    const http: Partial<Http> = {
      picture: (_url, { signal } = {}) => unless(signal, png),
      get: (_url, { signal, read }) => unless(signal, read({ name: 'Harbor' })),
    }
    const { gallery } = await start({}, { http })
    await gallery.allowOutside(true)
    const both = Promise.all([
      gallery.picture('https://third-party.example/1.png'),
      gallery.describe(one),
    ])
    await gallery.allowOutside(false)
    answers = true
    // Immediately, while the cancelled requests still end.
    await gallery.allowOutside(true)
    expect(await gallery.describe(one)).toEqual({ name: 'Harbor' })
    expect(await both).toEqual([undefined, {}])
    expect(await gallery.picture('https://third-party.example/1.png')).toBe(png)
    expect(await gallery.describe(one)).toEqual({ name: 'Harbor' })
  })

  it('external content is requested once, and again after a refresh where it was unavailable', async () => {
    const { kernel, gallery } = await start()
    await gallery.allowOutside(true)
    for (let times = 0; times < 3; times++)
      expect(await gallery.picture('https://third-party.example/gone.png')).toBeUndefined()
    expect(requested).toEqual(['https://third-party.example/gone.png'])
    answers = { 'https://third-party.example/gone.png': png }
    await refresh(kernel)
    expect(await gallery.picture('https://third-party.example/gone.png')).toMatch(/^data:/)
  })

  it('no consent is requested when a page may request nothing', async () => {
    const kernel = await bench(
      {},
      answering(async () => ({
        items: [
          nft('1', { image: 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi' }),
        ],
      })),
    )
    await refresh(kernel)
    expect(nftsOf(kernel).hasThirdPartyContent).toBe(false)
  })

  it('a document that is part of the text is read without any request', async () => {
    const { gallery } = await start()
    const inside = nft('2', {
      metadata: 'data:application/json,{"name":"Inside","image":"data:image/svg+xml,<svg/>"}',
    })
    expect(await gallery.describe(inside)).toEqual({
      name: 'Inside',
      image: 'data:image/svg+xml,<svg/>',
    })
    expect(await gallery.picture('data:image/svg+xml,<svg/>')).toBe('data:image/svg+xml,<svg/>')
    expect(requested).toEqual([])
  })

  it('the consent is stored as the person gave it, and an invalid stored value counts as none', () => {
    const { persist } = outsideSlice
    expect(persist?.restore?.(persist.pick({ allowed: true }), 1, { allowed: false })).toEqual({
      allowed: true,
    })
    for (const found of ['true', 1, {}, undefined])
      expect(persist?.restore?.(found, 1, { allowed: false })).toEqual({ allowed: false })
  })
})
