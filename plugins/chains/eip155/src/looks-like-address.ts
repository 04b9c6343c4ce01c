/** 40 hex digits, with or without 0x. Ignores the checksum. */
export const looksLikeAddress = (text: string): boolean => /^(0x)?[\da-fA-F]{40}$/.test(text)
