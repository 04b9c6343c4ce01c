/**
 * Replace it by the format of your chain, within what CAIP-10 allows: a-z, A-Z, 0-9, "-", ".", "%".
 * Only what passes is used as an address.
 */
export const isAddress = (text: unknown): text is string =>
  typeof text === 'string' && /^c-[a-z]{1,24}$/.test(text)
