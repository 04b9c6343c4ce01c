import { shortenAddress } from '@portico/kernel/contracts'

// Passed on by name it would bring all of the contracts into the first script of a page.
export const shortAddress = shortenAddress
