/** When it was given out (milliseconds since 1970), or why it does not count. */
export type NonceState = number | 'used' | 'unknown'
/** Who remembers which nonces were given out. A server with several processes keeps them in its database. */
export interface Nonces {
  /** Looks at a nonce and leaves it there: before a node is asked, so that nobody who brings none has it asked. */
  peek(nonce: string): NonceState | Promise<NonceState>
  /** Takes a nonce out of the store: of two that ask for the same one, however close, a single one gets its time. */
  take(nonce: string): NonceState | Promise<NonceState>
}

/** 128 bits of chance as 32 hex digits (decision 30). */
export function createNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Nonces in the memory of one process, each good for `lifetime` milliseconds (10 minutes) and a single sign-in. At most `most` are remembered that wait to be
 * used, and as many that were; the oldest go first.
 */
export function createNonces({ lifetime = 600_000, most = 100_000, now = Date.now }: NoncesOptions = {}): Nonces & { issue(): string } {
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
