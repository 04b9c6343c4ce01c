/** The cookie by which a browser is known: chance that no script reads, and that no other site sends. */
import { createNonce } from '../verify/nonces.js'

export interface CookieOptions {
  /** Default `portico-session`, with the prefix `__Host-` where `secure`: then no other host of the domain can plant it. */
  readonly name?: string
  /** Default true. Browsers take `localhost` for secure. */
  readonly secure?: boolean
  /** Default `lax`. */
  readonly sameSite?: 'lax' | 'strict'
}

export function createCookie({ secure = true, name = secure ? '__Host-portico-session' : 'portico-session', sameSite = 'lax' }: CookieOptions = {}) {
  const write = (value: string, maxAge: number) =>
    `${name}=${value}; Path=/; HttpOnly; SameSite=${sameSite === 'strict' ? 'Strict' : 'Lax'}; Max-Age=${maxAge}${secure ? '; Secure' : ''}`
  return {
    /** Whoever sends this cookie; undefined for nobody. */
    async keyOf(request: Pick<Request, 'headers'>): Promise<string | undefined> {
      const sent = request.headers.get('cookie')?.split(/; */) ?? []
      const id = sent.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1)
      return id !== undefined && /^[\da-f]{64}$/.test(id) ? digest(id) : undefined
    },
    /** A browser that is not known yet, and what tells it who it is from now on. `lifetime` in milliseconds. */
    async create(lifetime: number): Promise<{ readonly key: string; readonly header: string }> {
      const id = createNonce() + createNonce()
      return { key: await digest(id), header: write(id, Math.floor(lifetime / 1000)) }
    },
    clear: write('', 0),
  }
}

async function digest(id: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(id))
  return Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('')
}
