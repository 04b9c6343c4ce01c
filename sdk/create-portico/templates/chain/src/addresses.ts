/** Replace it by the format of your chain. Only what passes is used as an address. */
export const isAddress = (text: unknown): text is string =>
  typeof text === 'string' && /^c_[a-z]{1,24}$/.test(text)
