/**
 * How a page hands a person over to a wallet's app: one policy for each place that a page may run
 * in (decisions 15 and 16). Pure, so that the policy is a table.
 */
import type { Environment } from './environment.js'
import { type OpenLinkOptions, openLink, parseLink } from './links.js'

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
 * there: use the code or the text to copy then.
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
 * The scheme under which a wallet's app may be registered for `parseLink`: `'rainbow://'`,
 * `'rainbow:'` and `'rainbow'` have `'rainbow'`.
 */
export function walletScheme(appLink: unknown): string | undefined {
  const [, scheme = ''] =
    (typeof appLink === 'string' &&
      /^([a-z][a-z0-9+.-]*)(?::\/\/[^\s\\\p{C}]*|:?)$/u.exec(appLink)) ||
    []
  return scheme !== 'https' && parseLink(`${scheme}://app`, [scheme]) ? scheme : undefined
}

/** The link that opens a wallet app, and the part to keep for its later requests. */
export interface PairingLink {
  readonly redirect: string
  /** The wallet's own part, ending in a slash. */
  readonly href: string
}
/**
 * The link that hands a pairing URI to a wallet's app by the app's own scheme; undefined for what
 * is no wallet's scheme. `encodeTwice`: inside Telegram on Android.
 */
export function nativeLink(
  appLink: unknown,
  uri: string,
  encodeTwice = false,
): PairingLink | undefined {
  const scheme = walletScheme(appLink)
  if (!scheme) return undefined
  const path = (appLink as string).slice(scheme.length).replace(/^:(?:\/\/)?/, '')
  return pairing(`${scheme}://${path}`, uri, encodeTwice, [scheme])
}
/** The same by the https link that the app has claimed; undefined for anything but https. */
export function universalLink(
  appLink: unknown,
  uri: string,
  encodeTwice = false,
): PairingLink | undefined {
  return pairing(appLink, uri, encodeTwice)
}
/**
 * The link that shows a wallet the request that it was sent. Telegram passes only one parameter on,
 * so there it is packed (base64).
 */
export function requestLink(
  href: unknown,
  requestId: number | string,
  sessionTopic: string,
  schemes?: readonly string[],
): string | undefined {
  const link = parseLink(href, schemes)
  const query = `requestId=${requestId}&sessionTopic=${sessionTopic}`
  if (link && new URL(link).hostname === 't.me')
    return `${link}?startapp=${btoa(query).replace(/=+$/, '')}`
  return link && `${slashed(link)}wc?${query}`
}

function pairing(
  appLink: unknown,
  uri: string,
  encodeTwice: boolean,
  schemes?: readonly string[],
): PairingLink | undefined {
  const link = parseLink(appLink, schemes)
  if (link === undefined) return undefined
  const href = slashed(link)
  const encoded = encodeURIComponent(uri)
  return { redirect: `${href}wc?uri=${encodeTwice ? encodeURIComponent(encoded) : encoded}`, href }
}
const slashed = (link: string): string => (link.endsWith('/') ? link : `${link}/`)

/**
 * Whether a link leads to a host that stands on a list of blocked ones, or below one of them
 * (`evil.example` blocks `www.evil.example`). What is no https link at all is blocked too.
 */
export function isBlocked(link: string, hosts: ReadonlySet<string>): boolean {
  if (parseLink(link) === undefined) return true
  const labels = new URL(link).hostname.toLowerCase().replace(/\.$/, '').split('.')
  return labels.some((_, i) => hosts.has(labels.slice(i).join('.')))
}
