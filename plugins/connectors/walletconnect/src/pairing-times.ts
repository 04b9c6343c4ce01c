/** How long a pairing's link is good for. Pure. */

/** Milliseconds that a link lives. */
export const pairingLifeMs = 4 * 60_000
/** Milliseconds before its end from which on a link counts as expired: nobody could use it in time. */
export const pairingMarginMs = 10_000
/** Milliseconds that a new link may take: renewing begins so much before the margin. */
const renewalMs = 10_000

/** Whether fewer than 10 s are left. `now` and `expiresAt` in milliseconds since the epoch. */
export const isExpired = (expiresAt: number, now: number): boolean => expiresAt - now < pairingMarginMs
/** The moment from which on a new link is due. */
export const renewalAt = (expiresAt: number): number => expiresAt - pairingMarginMs - renewalMs
