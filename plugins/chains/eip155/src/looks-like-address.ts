/** 40 hex digits, 0x or not (spec section 5). Says nothing of the checksum. */
export const looksLikeAddress = (text: string): boolean => /^(0x)?[\da-fA-F]{40}$/.test(text)
