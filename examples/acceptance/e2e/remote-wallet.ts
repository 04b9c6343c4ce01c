/**
 * A visitor whose wallet is on another device: over Portico's own relay, which speaks
 * WalletConnect's public protocol, with WalletConnect's own library on both sides.
 */
import type { Page } from '@playwright/test'
import {
  bitcoinAccounts,
  devAccounts,
  polkadotDevAccounts,
  solanaDevAccounts,
  solanaGenesisHash,
} from '@portico/devnet'
import { createPocket, type Pocket } from '@portico/pocket'
import jsQr from 'jsqr'
import type { HostOptions } from '../fixtures/host/options.js'
import { everyChain } from './every-chain.js'
import {
  addressesOf,
  test as base,
  base8453,
  ethereum,
  expect,
  inModal,
  nodeOf,
  openConnect,
  relayUrl,
} from './visit.js'

const httpOf = (namespace: string) => addressesOf(namespace).http ?? ''
/** The networks of `everyChain`, as a wallet names them. */
export const networkIds = {
  ethereum: 'eip155:1',
  base: 'eip155:8453',
  solana: `solana:${solanaGenesisHash.slice(0, 32)}`,
  polkadot: `polkadot:${'45'.repeat(16)}`,
  bip122: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
} as const

/** A wallet of an account that no other test counts the money of, on both EVM chains. */
export const pocketAt = (relay: string): Promise<Pocket> =>
  createPocket({
    relayUrl: relay,
    chains: { [networkIds.ethereum]: nodeOf(1), [networkIds.base]: nodeOf(8453) },
    keys: { eip155: [devAccounts[5].privateKey, devAccounts[6].privateKey] },
    resendAfterMs: 1_000,
  })
/** The same with all four namespaces. */
export const widePocketAt = (relay: string): Promise<Pocket> =>
  createPocket({
    relayUrl: relay,
    chains: {
      [networkIds.ethereum]: nodeOf(1),
      [networkIds.base]: nodeOf(8453),
      [networkIds.solana]: httpOf('solana'),
      [networkIds.polkadot]: httpOf('polkadot'),
      [networkIds.bip122]: httpOf('bip122'),
    },
    keys: {
      eip155: [devAccounts[5].privateKey],
      solana: [solanaDevAccounts[4].seed],
      polkadot: [polkadotDevAccounts[1].seed],
      bip122: [bitcoinAccounts[3].privateKey],
    },
    resendAfterMs: 1_000,
  })

export const test = base.extend<{ readonly pocket: Pocket; readonly outside: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
  pocket: async ({}, use) => {
    const pocket = await pocketAt(relayUrl)
    await use(pocket)
    await pocket.stop()
  },
  outside: [
    async ({ context }, use) => {
      const outside: string[] = []
      context.on('request', request => outside.push(request.url()))
      context.on('page', page => page.on('websocket', socket => outside.push(socket.url())))
      await use(outside)
      expect(
        outside.filter(
          url =>
            !/^(https?|wss?):\/\/(localhost|127\.0\.0\.1)[:/]|^data:|^blob:|^https:\/\/\w+\.example\//.test(
              url,
            ),
        ),
        'requests to other hosts',
      ).toEqual([])
    },
    { auto: true },
  ],
})

type Chains = NonNullable<HostOptions['chains']>
const evm: Chains = { eip155: { networks: [ethereum, base8453] } }
/** A page that pairs, of one chain or of these, and with more besides. */
export const host = (relay = relayUrl, more: Chains = {}, chains: Chains = evm) => ({
  wallets: [],
  host: { chains: { ...chains, walletconnect: { relayUrl: relay }, ...more } },
})
export const wideHost = (more: Chains = {}) => host(relayUrl, more, everyChain)

export const code = (page: Page) =>
  page.getByRole('img', { name: 'QR code with the link for your wallet' })
/** Some places are kept by words that are not seen. */
export const seen = (page: Page, words: string | RegExp) =>
  page.getByText(words).filter({ visible: true })

/** From the page's button to the code. */
export async function openCode(page: Page): Promise<void> {
  await openConnect(page)
  await inModal(page, 'WalletConnect').click()
  await expect(code(page)).toBeVisible()
}
/** Pixels of a square, as text: 1 is dark. */
const readSquare = (pixels: string): string | undefined => {
  const side = Math.sqrt(pixels.length)
  const data = Uint8ClampedArray.from(
    [...pixels].flatMap(pixel => (pixel === '1' ? [0, 0, 0, 255] : [255, 255, 255, 255])),
  )
  return jsQr.default(data, side, side, { inversionAttempts: 'dontInvert' })?.data
}
/**
 * What a phone's camera reads of the screen, with all that stands around and over the code;
 * undefined where it reads nothing.
 */
export async function scanned(page: Page, picture = code(page)): Promise<string | undefined> {
  const png = (await picture.screenshot()).toString('base64')
  const pixels = await page.evaluate(async png => {
    const picture = await createImageBitmap(
      new Blob([Uint8Array.from(atob(png), letter => letter.charCodeAt(0))], { type: 'image/png' }),
    )
    const side = Math.min(picture.width, picture.height)
    const pen = new OffscreenCanvas(side, side).getContext('2d')
    pen?.drawImage(picture, 0, 0)
    const data = pen?.getImageData(0, 0, side, side).data ?? []
    return Array.from({ length: side * side }, (_, i) => ((data[i * 4] ?? 0) < 128 ? 1 : 0)).join(
      '',
    )
  }, png)
  return readSquare(pixels)
}
/**
 * What a scanner reads of the drawing in the page, also of a page that is behind another, where a
 * picture of the screen takes long.
 */
const drawn = async (page: Page): Promise<string | undefined> =>
  readSquare(
    await code(page).evaluate(async (svg: SVGSVGElement) => {
      const side = 400
      const copy = svg.cloneNode(true) as SVGSVGElement
      const [all, copies] = [svg, copy].map(
        one => [one, ...one.querySelectorAll<SVGElement>('*')] as SVGElement[],
      )
      for (const [i, one] of (copies ?? []).entries()) {
        const {
          fill = '',
          stroke = '',
          strokeWidth = '',
          strokeLinecap = '',
        } = all?.[i] ? getComputedStyle(all[i]) : {}
        Object.assign(one.style, { fill, stroke, strokeWidth, strokeLinecap })
      }
      copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
      copy.setAttribute('width', String(side))
      copy.setAttribute('height', String(side))
      const picture = new Image()
      picture.src = `data:image/svg+xml,${encodeURIComponent(copy.outerHTML)}`
      await picture.decode()
      const pen = new OffscreenCanvas(side, side).getContext('2d')
      if (pen) {
        pen.fillStyle = '#fff'
        pen.fillRect(0, 0, side, side)
        pen.drawImage(picture, 0, 0, side, side)
      }
      const data = pen?.getImageData(0, 0, side, side).data ?? []
      return Array.from({ length: side * side }, (_, i) => ((data[i * 4] ?? 0) < 128 ? 1 : 0)).join(
        '',
      )
    }),
  )
/** The link that the button of the view copies. */
export async function copied(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await inModal(page, 'Copy link').click()
  await expect(inModal(page, 'Copied')).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}
/** From the page's button to the link that its code holds. */
export async function offered(page: Page): Promise<string> {
  await openCode(page)
  return link(page)
}
/** The link of the code that is on screen. */
export async function link(page: Page): Promise<string> {
  let read: string | undefined
  await expect
    .poll(
      async () => {
        read = await drawn(page)
        return read
      },
      { timeout: 15_000 },
    )
    .toMatch(/^wc:[0-9a-f]{64}@2\?/)
  return read ?? ''
}
/**
 * A signature of the wallet, checked by its chain's own rules: over this text, and over no other.
 */
export const signs = (page: Page, namespace = 'eip155'): Promise<boolean[]> =>
  page.evaluate(async namespace => {
    const { host } = window
    const signed = await host.sign('It is me.', namespace)
    return Promise.all([
      host.verify('It is me.', signed, namespace),
      host.verify('It is another person.', signed, namespace),
    ])
  }, namespace)
/** The browser's own words on what it could not reach. */
export const exceptNetwork = (said: string[]): void =>
  void said.splice(
    0,
    said.length,
    ...said.filter(
      words => !/^WebSocket connection to|^Failed to load resource: net::/.test(words),
    ),
  )
