/** The cookies of a browser: random values that no script reads and no other site sends. */
import type { Nonces } from '../verify/nonces.js'
import { createNonce } from '../verify/nonces.js'

export interface CookieOptions {
  /** Default `portico-session`, with the prefix `__Host-` where `secure`: then no other host of the domain can plant it. A second cookie has `-browser` after it. */
  readonly name?: string
  /** Default true. Browsers take `localhost` for secure. */
  readonly secure?: boolean
  /** Default `lax`. */
  readonly sameSite?: 'lax' | 'strict'
}

/** Milliseconds that the cookie of the browser lasts, from the last nonce on: longer than a nonce. */
const browserLifetime = 3_600_000
/** Hex digits after a nonce of the store that tell whose it is. */
const tagLength = 32

export function createCookies({ secure = true, name = secure ? '__Host-portico-session' : 'portico-session', sameSite = 'lax' }: CookieOptions = {}) {
  const write = (name: string, value: string, lifetime: number) =>
    `${name}=${value}; Path=/; HttpOnly; SameSite=${sameSite === 'strict' ? 'Strict' : 'Lax'}; Max-Age=${Math.floor(lifetime / 1000)}${secure ? '; Secure' : ''}`
  const read = ({ headers }: Pick<Request, 'headers'>, name: string): string | undefined => {
    const sent = headers.get('cookie')?.split(/; */) ?? []
    const id = sent.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1)
    return id !== undefined && /^[\da-f]{64}$/.test(id) ? id : undefined
  }
  const browserName = `${name}-browser`
  const tagOf = async (browser: string, nonce: string) => (await digest(`${browser} ${nonce}`)).slice(0, tagLength)

  return {
    /** The key of the session that a request belongs to; undefined without one. */
    async keyOf(request: Pick<Request, 'headers'>): Promise<string | undefined> {
      const id = read(request, name)
      return id === undefined ? undefined : digest(id)
    },
    /** A new session, and the header that gives it to the browser. `lifetime` in milliseconds. */
    async create(lifetime: number): Promise<{ readonly key: string; readonly header: string }> {
      const id = createRandom()
      return { key: await digest(id), header: write(name, id, lifetime) }
    },
    clear: write(name, '', 0),

    /** The browser that sent a request; undefined before its first nonce. */
    browserOf: (request: Pick<Request, 'headers'>) => read(request, browserName),
    /** Binds a nonce to the browser that asks for it (threat S14): the nonce for its message, and the header of the cookie that is wanted with that message. */
    async bind(request: Pick<Request, 'headers'>, nonce: string): Promise<{ readonly nonce: string; readonly header: string }> {
      const browser = read(request, browserName) ?? createRandom()
      return { nonce: `${nonce}${await tagOf(browser, nonce)}`, header: write(browserName, browser, browserLifetime) }
    },
    /** The nonces of `store` as this browser knows them: those of other browsers are unknown. */
    bound(request: Pick<Request, 'headers'>, store: Nonces): Nonces {
      const browser = read(request, browserName)
      const ask = async (given: string, step: 'peek' | 'take') => {
        const nonce = given.slice(0, -tagLength)
        return browser !== undefined && given.slice(-tagLength) === (await tagOf(browser, nonce)) ? store[step](nonce) : 'unknown'
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
