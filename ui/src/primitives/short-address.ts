import { shortenAddress } from '@portico/kernel/contracts'

// Passed on by name it would bring all of the contracts into the first script of a page.
export const shortAddress = shortenAddress

/** `0x` stands before the characters that count. */
export const prefixOf = (address: string): number => (address.startsWith('0x') ? 2 : 0)
