/** The cookies of a browser: random values that scripts cannot read and other sites cannot send. */
import type { Nonces } from '../verify/nonces.js'
import { createNonce } from '../verify/nonces.js'

export interface CookieOptions {
  /**
   * Default `portico-session`, with the prefix `__Host-` where `secure`, so that no other host of
   * the domain can set it.
   * The cookie of a nonce has the suffix `-browser-` and 8 digits.
   */
  readonly name?: string
  /**
   * Default true.
   * On `http://localhost` Chromium and Firefox accept such a cookie and Safari does not: set false
   * there during development.
   */
  readonly secure?: boolean
  /** Default `lax`. */
  readonly sameSite?: 'lax' | 'strict'
}

/**
 * The name of the session cookie, and the beginning of the name of the cookies that bind a nonce to
 * its browser.
 *
 * @storage cookie
 * @stores a random id of the session; before it is signed, a random id of the browser that
 * requested a nonce. Set by your server (`HttpOnly`, so no script of the page reads them), with the
 * prefix `__Host-` where `secure`
 * @reason tell your server who is signed in; accept a signed message only from the browser that
 * requested its nonce
 * @kept the session until it expires; the id of the browser for an hour
 * @deletedBy signing out deletes the session cookie; the other expires
 */
const cookieName = 'portico-session'
/** Milliseconds that the browser cookie lasts after the last nonce: longer than a nonce. */
const browserLifetime = 3_600_000
/** Hex digits appended to a nonce, which bind it to a browser. */
const tagLength = 32
/**
 * The browser cookies of one request that are read. Only concurrent first requests for a nonce
 * create more than one.
 */
const mostBrowsers = 8
const isId = (text: string | undefined): text is string =>
  text !== undefined && /^[\da-f]{64}$/.test(text)

export function createCookies({
  secure = true,
  name = secure ? `__Host-${cookieName}` : cookieName,
  sameSite = 'lax',
}: CookieOptions = {}) {
  const write = (name: string, value: string, lifetime: number) =>
    `${name}=${value}; Path=/; HttpOnly; SameSite=${sameSite === 'strict' ? 'Strict' : 'Lax'}; Max-Age=${Math.floor(lifetime / 1000)}${secure ? '; Secure' : ''}`
  const pairsOf = ({ headers }: Pick<Request, 'headers'>) =>
    (headers.get('cookie')?.split(/; */) ?? []).map(pair => pair.split('='))
  const read = (request: Pick<Request, 'headers'>): string | undefined =>
    pairsOf(request).find(([sent]) => sent === name)?.[1]
  // Each browser value has its own cookie name: two tabs that request their first nonce at the same
  // time would overwrite each other's cookie.
  const nameOf = (browser: string) => `${name}-browser-${browser.slice(0, 8)}`
  /** Oldest first, which is the order in which browsers send cookies. */
  const browsersOf = (request: Pick<Request, 'headers'>): readonly string[] =>
    pairsOf(request)
      .flatMap(([sent, value]) => (isId(value) && sent === nameOf(value) ? value : []))
      .slice(0, mostBrowsers)
  const tagOf = async (browser: string, nonce: string) =>
    (await digest(`${browser} ${nonce}`)).slice(0, tagLength)

  return {
    /** Returns the key of a request's session; undefined without one. */
    async keyOf(request: Pick<Request, 'headers'>): Promise<string | undefined> {
      const id = read(request)
      return isId(id) ? digest(id) : undefined
    },
    /** Creates a session, and the header that sets its cookie. `lifetime` in milliseconds. */
    async create(lifetime: number): Promise<{ readonly key: string; readonly header: string }> {
      const id = createRandom()
      return { key: await digest(id), header: write(name, id, lifetime) }
    },
    clear: write(name, '', 0),

    /** Returns the browser that sent a request; undefined before its first nonce. */
    browserOf: (request: Pick<Request, 'headers'>) => browsersOf(request)[0],
    /**
     * Binds a nonce to the browser that requests it (threat S14).
     * Returns the nonce for its message, and the header of the cookie that must come with that
     * message.
     */
    async bind(
      request: Pick<Request, 'headers'>,
      nonce: string,
    ): Promise<{ readonly nonce: string; readonly header: string }> {
      const [browser = createRandom()] = browsersOf(request)
      return {
        nonce: `${nonce}${await tagOf(browser, nonce)}`,
        header: write(nameOf(browser), browser, browserLifetime),
      }
    },
    /** Wraps `store` for this browser: nonces of other browsers are unknown. */
    bound(request: Pick<Request, 'headers'>, store: Nonces): Nonces {
      const ask = async (given: string, step: 'peek' | 'take') => {
        const nonce = given.slice(0, -tagLength)
        const tags = await Promise.all(browsersOf(request).map(browser => tagOf(browser, nonce)))
        return tags.includes(given.slice(-tagLength)) ? store[step](nonce) : 'unknown'
      }
      return { peek: nonce => ask(nonce, 'peek'), take: nonce => ask(nonce, 'take') }
    },
  }
}

const createRandom = () => createNonce() + createNonce()

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('')
}
