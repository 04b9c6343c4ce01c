/** How long each step of a sign-in may take, and how long its message is valid. Milliseconds. */

/** Milliseconds for the look-up, and for a nonce. */
export const preparationTimeoutMs = 10_000
/** Milliseconds for which a nonce is fresh. */
export const nonceFreshMs = 240_000
/** Milliseconds for a storage to add or remove a session. */
export const storageTimeoutMs = 20_000
/** Milliseconds until a message expires, unless the host sets `expiresInMs`. */
export const messageLifetimeMs = 7 * 24 * 3_600_000
