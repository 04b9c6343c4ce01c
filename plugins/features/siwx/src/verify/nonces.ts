/** When it was given out (milliseconds since 1970), or why it does not count. */
export type NonceState = number | 'used' | 'unknown'
/** Who remembers which nonces were given out. A server with several processes keeps them in its database. */
export interface Nonces {
  /** Takes a nonce out of the store: of two that ask for the same one, however close, a single one gets its time. */
  take(nonce: string): NonceState | Promise<NonceState>
}

/** 128 bits of chance as 32 hex digits (decision 30). */
export function createNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Nonces in the memory of one process, each good for `lifetime` milliseconds (10 minutes) and a single sign-in. At most `most` are remembered; the oldest go first. */
export function createNonces({ lifetime = 600_000, most = 100_000, now = Date.now }: NoncesOptions = {}): Nonces & { issue(): string } {
  const issued = new Map<string, { readonly at: number; used: boolean }>()
  const forget = () => {
    for (const [nonce, { at }] of issued) {
      if (at + lifetime > now() && issued.size <= most) return
      issued.delete(nonce)
    }
  }
  return {
    issue() {
      const nonce = createNonce()
      issued.set(nonce, { at: now(), used: false })
      forget()
      return nonce
    },
    take(nonce) {
      forget()
      const known = issued.get(nonce)
      if (!known) return 'unknown'
      if (known.used) return 'used'
      known.used = true
      return known.at
    },
  }
}
interface NoncesOptions {
  readonly lifetime?: number
  readonly most?: number
  readonly now?: () => number
}
