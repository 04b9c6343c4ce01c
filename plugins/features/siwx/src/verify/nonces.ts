/** When a nonce was issued (milliseconds since 1970), or why it is not valid. */
export type NonceState = number | 'used' | 'unknown'
/**
 * Remembers which nonces were issued. A server with several processes keeps them in its database.
 */
export interface Nonces {
  /**
   * Returns the state of a nonce without using it.
   * Called before a node is queried, so that a request without a valid nonce causes no query.
   */
  peek(nonce: string): NonceState | Promise<NonceState>
  /** Uses a nonce: of two concurrent calls only one gets its time. */
  take(nonce: string): NonceState | Promise<NonceState>
}

/** Returns 128 random bits as 32 hex digits (decision 30). */
export function createNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/**
 * Keeps nonces in the memory of one process.
 * Each is valid for `lifetime` milliseconds (10 minutes) and a single sign-in. At most `most`
 * unused nonces are kept, and as many used ones; the oldest are dropped first.
 */
export function createNonces({
  lifetime = 600_000,
  most = 100_000,
  now = Date.now,
}: NoncesOptions = {}): Nonces & { issue(): string } {
  const waiting = new Map<string, number>()
  const used = new Map<string, number>()
  const forget = () => {
    for (const known of [waiting, used]) {
      for (const [nonce, at] of known) {
        if (at + lifetime > now() && known.size <= most) break
        known.delete(nonce)
      }
    }
  }
  const peek = (nonce: string): NonceState => {
    forget()
    return waiting.get(nonce) ?? (used.has(nonce) ? 'used' : 'unknown')
  }
  return {
    issue() {
      const nonce = createNonce()
      waiting.set(nonce, now())
      forget()
      return nonce
    },
    peek,
    take(nonce) {
      const state = peek(nonce)
      if (typeof state === 'number' && waiting.delete(nonce)) used.set(nonce, state)
      return state
    },
  }
}
interface NoncesOptions {
  readonly lifetime?: number
  readonly most?: number
  readonly now?: () => number
}
