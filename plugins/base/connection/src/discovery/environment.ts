/** Detects where the page runs (decision 15). */
import type { Environment } from '@portico/kernel/wallet'

/** The part of `window` that the detection reads. */
export interface Surroundings {
  readonly navigator?: {
    readonly userAgent?: string
    readonly maxTouchPoints?: number
    readonly standalone?: boolean
  }
  readonly location?: { readonly hash?: string; readonly ancestorOrigins?: ArrayLike<string> }
  readonly document?: { readonly referrer?: string }
  readonly matchMedia?: (query: string) => { readonly matches: boolean }
  readonly self?: unknown
  readonly top?: unknown
  readonly Telegram?: { readonly WebApp?: { readonly platform?: string } }
  readonly TelegramWebviewProxy?: unknown
}

/**
 * Objects that in-app browsers of wallets put on `window`, the specific ones first: many also
 * define `ethereum`.
 */
const walletObjects =
  'phantom,okxwallet,trustwallet,bitkeep,coinbaseWalletExtension,nightly,talismanEth,SubWallet,XverseProviders,unisat,injectedWeb3,ethereum'

/** Runs once, with the first discovery. Every property that it reads may be missing. */
export function detectEnvironment(page: Surroundings): Environment {
  const { navigator, location } = page
  const { userAgent = '', maxTouchPoints = 0 } = navigator ?? {}
  // An iPad reports itself as a Mac; no Mac has a touch screen.
  const system =
    /iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
      ? 'ios'
      : /Android/.test(userAgent)
        ? 'android'
        : 'other'
  const kind = system !== 'other' || /Mobile/.test(userAgent) ? 'mobile' : 'desktop'
  // Safari's user agent ends like this. Other browsers on iOS add their name, web views leave the
  // end out.
  const safari =
    system === 'ios' && /Version\/[\d.]+( Mobile\/\w+)? Safari\/[\d.]+$/.test(userAgent)
  // On a desktop, and for `ethereum` in Safari, an extension may define these objects. Other phone
  // browsers define none of them.
  const walletBrowser =
    kind === 'mobile'
      ? walletObjects.split(',').find(name => name in page && !(safari && name === 'ethereum'))
      : undefined
  // A page that only loads Telegram's script has the platform `unknown`.
  const named =
    page.Telegram?.WebApp?.platform ??
    /tgWebAppPlatform=(\w+)/.exec(location?.hash ?? '')?.[1] ??
    (page.TelegramWebviewProxy ? system.replace('other', 'tdesktop') : '')
  const telegram = /^(ios|android|macos|desktop|web)/.exec(
    named.replace('td', 'd'),
  )?.[0] as Environment['telegram']
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

/**
 * The origin of the framing page: from the browser where it lists ancestors, else the referrer,
 * which is the framing page until a link is followed inside.
 */
function embedderOf({ location, document }: Surroundings): string | undefined {
  return /^https?:\/\/[^/]+/.exec(location?.ancestorOrigins?.[0] ?? document?.referrer ?? '')?.[0]
}
