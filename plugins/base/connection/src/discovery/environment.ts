/** Where the page runs (decision 15), told from what the page can see of it. */
import type { Environment } from '@portico/kernel/contracts'

/** What the detection looks at: a part of `window`, so that a table can stand for it. */
export interface Surroundings {
  readonly navigator?: { readonly userAgent?: string; readonly maxTouchPoints?: number; readonly standalone?: boolean }
  readonly location?: { readonly hash?: string; readonly ancestorOrigins?: ArrayLike<string> }
  readonly document?: { readonly referrer?: string }
  readonly matchMedia?: (query: string) => { readonly matches: boolean }
  readonly self?: unknown
  readonly top?: unknown
  readonly Telegram?: { readonly WebApp?: { readonly platform?: string } }
  readonly TelegramWebviewProxy?: unknown
}

/** Objects that wallets' own browsers put on `window`, the telling ones first: many also bring `ethereum`. */
const walletObjects = 'phantom,okxwallet,trustwallet,bitkeep,coinbaseWalletExtension,nightly,talismanEth,SubWallet,XverseProviders,unisat,injectedWeb3,ethereum'

/** Told once, when wallets are first looked for. Works without any of what it looks at. */
export function detectEnvironment(page: Surroundings): Environment {
  const { navigator, location } = page
  const { userAgent = '', maxTouchPoints = 0 } = navigator ?? {}
  // An iPad calls itself a Mac; no Mac has a touch screen.
  const system =
    /iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1) ? 'ios' : /Android/.test(userAgent) ? 'android' : 'other'
  const kind = system !== 'other' || /Mobile/.test(userAgent) ? 'mobile' : 'desktop'
  // Safari's own user agent ends so and has nothing in between; the others on iOS add their name, web views leave the end out.
  const safari = system === 'ios' && /Version\/[\d.]+( Mobile\/\w+)? Safari\/[\d.]+$/.test(userAgent)
  // Extensions put the same objects on a desktop's window, and `ethereum` on that of Safari; other browsers of phones have none of them.
  const walletBrowser = kind === 'mobile' ? walletObjects.split(',').find(name => name in page && !(safari && name === 'ethereum')) : undefined
  // A page that only loads Telegram's script has the platform `unknown`.
  const named =
    page.Telegram?.WebApp?.platform ??
    /tgWebAppPlatform=(\w+)/.exec(location?.hash ?? '')?.[1] ??
    (page.TelegramWebviewProxy ? system.replace('other', 'tdesktop') : '')
  const telegram = /^(ios|android|macos|desktop|web)/.exec(named.replace('td', 'd'))?.[0] as Environment['telegram']
  const iframe = page.self !== page.top
  const embedder = iframe ? embedderOf(page) : undefined
  return {
    kind,
    system,
    iosSafari: safari && !walletBrowser && !telegram,
    ...(walletBrowser && { walletBrowser }),
    ...(telegram && { telegram }),
    pwa: !!(navigator?.standalone || page.matchMedia?.('(display-mode:standalone)').matches),
    iframe,
    ...(embedder && { embedder }),
    safe: /^https:\/\/([\w-]+\.)*safe\.global$/.test(embedder ?? ''),
  }
}

/** By the browser where it keeps the list, else by the page that led here: the framing one, as long as nobody followed a link inside. */
function embedderOf({ location, document }: Surroundings): string | undefined {
  return /^https?:\/\/[^/]+/.exec(location?.ancestorOrigins?.[0] ?? document?.referrer ?? '')?.[0]
}
