import { defineSlice } from '../../refs.js'

/**
 * The platform of the page, which decides which wallets work. Detected once, when the discovery of
 * wallets starts; `desktop` until then and on the server.
 */
export interface Environment {
  readonly kind: 'desktop' | 'mobile'
  readonly system: 'ios' | 'android' | 'other'
  /** Safari itself on iOS: not Chrome on iOS, and not every user agent that contains the word. */
  readonly iosSafari: boolean
  /** The wallet whose in-app browser shows the page, by the name of its object on window. */
  readonly walletBrowser?: string
  readonly telegram?: 'ios' | 'android' | 'macos' | 'desktop' | 'web'
  /** Installed to the home screen. */
  readonly pwa: boolean
  readonly iframe: boolean
  /**
   * The origin of the page that frames this one, where the browser tells. For views that ask for a
   * signature (S12).
   */
  readonly embedder?: string
  /** Inside Safe's frame. */
  readonly safe: boolean
  /**
   * IANA name of the person's time zone, for lists of wallets that differ by region. Known as soon
   * as a wallet is connected.
   */
  readonly timeZone?: string
}
export const environmentSlice = /* @__PURE__ */ defineSlice<Environment>({
  id: 'environment',
  initial: () => ({
    kind: 'desktop',
    system: 'other',
    iosSafari: false,
    pwa: false,
    iframe: false,
    safe: false,
  }),
})
