/** The lifetime of a pairing link. Pure. */

/** Milliseconds that a link is valid. */
export const pairingLifeMs = 4 * 60_000
/**
 * Milliseconds before its end from which a link counts as expired. The time left is too short to
 * use it.
 */
export const pairingMarginMs = 10_000
/** Milliseconds that creating a link may take: a renewal starts so long before the margin. */
const renewalMs = 10_000

/** True when fewer than 10 s are left. `now` and `expiresAt` in milliseconds since the epoch. */
export const isExpired = (expiresAt: number, now: number): boolean =>
  expiresAt - now < pairingMarginMs
/** Returns the time from which a new link is due. */
export const renewalAt = (expiresAt: number): number => expiresAt - pairingMarginMs - renewalMs
