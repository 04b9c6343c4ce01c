/**
 * How a page hands a person over to a wallet's app: one policy for each place that a page may run
 * in (decisions 15 and 16). Pure, so that the policy is a table.
 */
import type { Environment } from './environment.js'
import {
  nativeLink,
  type OpenLinkOptions,
  openLink,
  parseLink,
  requestLink,
  universalLink,
  walletScheme,
} from './links.js'

/** The links of one app, as a directory has them. */
export interface AppLinks {
  /** An https link that the app has claimed. Where the app is missing, it leads to a page. */
  readonly universal?: string
  /** Its own scheme: `rainbow://`. Where the app is missing, it leads nowhere. */
  readonly native?: string
}
/** Where the apps of a wallet are reached. */
export interface WalletApps {
  readonly mobile?: AppLinks
  readonly desktop?: AppLinks
}

/** A link that a tap opens. */
export interface AppLink {
  readonly kind: 'universal' | 'scheme'
  readonly link: string
  /** The wallet's own part, ending in a slash: what is remembered of it for its next requests. */
  readonly href: string
  /** The scheme that may open, without the colon. */
  readonly scheme?: string
  /**
   * Another page for https, so that ours stays. A scheme leaves ours as it is, and an empty page
   * behind anywhere else.
   */
  readonly target: '_blank' | '_self' | '_top'
}

/**
 * The links that hand a pairing URI to a wallet's app from here, in the order in which they are
 * tried: the universal one first, the scheme as what is left to try. Empty where no link can lead
 * there: the code and the text to copy are the ways then.
 *
 * A phone has the links of the phone's app, a desktop those of the desktop's. Telegram and the
 * browsers inside of wallets refuse schemes, so there only an https link counts; Telegram on
 * Android decodes a link once more on its way, so there it is encoded twice. From a frame a scheme
 * goes by the top of the page.
 */
export function appLinks(here: Environment, apps: WalletApps, uri: string): readonly AppLink[] {
  const { universal, native } = (here.kind === 'mobile' ? apps.mobile : apps.desktop) ?? {}
  const encodeTwice = here.telegram === 'android'
  const claimed = universalLink(universal, uri, encodeTwice)
  const own = takesSchemes(here) ? nativeLink(native, uri, encodeTwice) : undefined
  const scheme = walletScheme(native)
  return [
    ...(claimed
      ? [
          {
            kind: 'universal',
            link: claimed.redirect,
            href: claimed.href,
            target: '_blank',
          } as const,
        ]
      : []),
    ...(own && scheme
      ? [
          {
            kind: 'scheme',
            link: own.redirect,
            href: own.href,
            scheme,
            target: schemeTarget(here),
          } as const,
        ]
      : []),
  ]
}

/**
 * The link that shows a wallet's app the request that it was sent. `href`: what was remembered of
 * the app (`AppLink.href`). Undefined where no link can lead there from here, by the same policy as
 * `appLinks`.
 */
export function requestAppLink(
  here: Environment,
  href: string,
  requestId: number | string,
  sessionTopic: string,
): AppLink | undefined {
  const scheme = walletScheme(href)
  const link = requestLink(href, requestId, sessionTopic, scheme ? [scheme] : [])
  if (!link) return undefined
  if (!scheme) return { kind: 'universal', link, href, target: '_blank' }
  return takesSchemes(here)
    ? { kind: 'scheme', link, href, scheme, target: schemeTarget(here) }
    : undefined
}
const takesSchemes = ({ telegram, walletBrowser }: Environment): boolean =>
  !telegram && !walletBrowser
const schemeTarget = ({ iframe }: Environment): AppLink['target'] => (iframe ? '_top' : '_self')

/**
 * Opens one of them, in the tap itself: nothing is awaited before. Answers whether it was opened;
 * what may not be opened is reported.
 */
export function openAppLink(
  { link, scheme, target }: AppLink,
  options: Pick<OpenLinkOptions, 'open' | 'report'>,
): boolean {
  return openLink(link, { ...options, target, schemes: scheme ? [scheme] : [] })
}

/**
 * The link that opens a page in a wallet's own browser, or undefined where it has none. `page`: its
 * whole address. In the template `{url}` stands for that, `{origin}` for its origin, both encoded,
 * `{page}` for the address without `https://`.
 */
export function browserLink(template: string | undefined, page: string): string | undefined {
  if (!template?.startsWith('https://')) return undefined
  const { origin, host, pathname, search } = new URL(page)
  const parts: Readonly<Record<string, string>> = {
    url: encodeURIComponent(page),
    origin: encodeURIComponent(origin),
    page: `${host}${pathname}${search}`,
  }
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(parts, name) ? (parts[name] ?? whole) : whole,
  )
}

/**
 * Wallets whose apps show pages in a browser of their own and that a person is led to where the
 * extension is missing, by their names: templates of `browserLink`. Sources: their adapters
 * (@solana/wallet-adapter-phantom 0.9.30, -solflare 0.6.34),
 * docs.cdp.coinbase.com/coinbase-wallet/developer-guidance/mobile-dapp-integration.
 */
export const walletBrowsers: Readonly<Record<string, string>> = {
  Phantom: 'https://phantom.app/ul/browse/{url}?ref={origin}',
  Solflare: 'https://solflare.com/ul/v1/browse/{url}?ref={origin}',
  'Coinbase Wallet': 'https://go.cb-w.com/dapp?cb_url={url}',
}

/**
 * Whether a link leads to a host that stands on a list of blocked ones, or below one of them
 * (`evil.example` blocks `www.evil.example`). What is no https link at all is blocked too.
 */
export function isBlocked(link: string, hosts: ReadonlySet<string>): boolean {
  if (parseLink(link) === undefined) return true
  const labels = new URL(link).hostname.toLowerCase().replace(/\.$/, '').split('.')
  return labels.some((_, i) => hosts.has(labels.slice(i).join('.')))
}
